import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookFor, restMs } from './look-for.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A search whose answers are given by hand, in any order. */
const aSearch = () => {
  const asked = new Map<string, PromiseWithResolvers<string>>()
  const shown: string[] = []
  const find = (q: string) => {
    const answer = Promise.withResolvers<string>()
    asked.set(q, answer)
    return answer.promise
  }
  const seek = (q: string) =>
    lookFor(q, find, { found: (message) => shown.push(message), failed: () => shown.push('failed') })
  const settled = () => vi.advanceTimersByTimeAsync(0)
  return { asked, shown, seek, settled }
}

test('results of an older search never replace those of a newer one', async () => {
  const { asked, shown, seek, settled } = aSearch()
  const end = seek('ro')
  vi.advanceTimersByTime(restMs)
  end()
  seek('robin')
  vi.advanceTimersByTime(restMs)
  asked.get('robin')?.resolve('for robin')
  await settled()
  asked.get('ro')?.resolve('for ro')
  await settled()
  expect(shown).toEqual(['for robin'])
})

test('the failure of an older search is not shown either', async () => {
  const { asked, shown, seek, settled } = aSearch()
  const end = seek('ro')
  vi.advanceTimersByTime(restMs)
  end()
  asked.get('ro')?.reject(new Error('away'))
  await settled()
  expect(shown).toEqual([])
})

test('nothing is asked while somebody types', () => {
  const { asked, seek } = aSearch()
  const end = seek('ro')
  vi.advanceTimersByTime(restMs - 1)
  end()
  seek('robin')
  vi.advanceTimersByTime(restMs)
  expect([...asked.keys()]).toEqual(['robin'])
})
