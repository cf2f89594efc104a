// Acknowledgements that find no connection: none is lost, none is sent in another's name, and each is sent once.
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { expect, test } from 'vitest'
import { createAcknowledgements, type Pending } from './acknowledgements.ts'
import { anAlarm } from '../../../kit/testing/an-alarm.testing.ts'

class Away extends Error {}

const aServer = (stored = new Map<string, readonly Pending[]>()) => {
  const sent: Pending[] = []
  const shown: Alarm[] = []
  const refusals: [string, boolean][] = []
  const retries: (() => void)[] = []
  const state = { isAway: false, userId: 'kwame' as string | null, refuses: null as Error | null }
  const made = createAcknowledgements(
    {
      read: (userId) => stored.get(userId) ?? [],
      write: (userId, list) => void stored.set(userId, list),
    },
    {
      send: async (one) => {
        if (state.isAway) throw new Away()
        if (state.refuses) throw state.refuses
        sent.push(one)
        return { alarm: anAlarm(1) }
      },
      isPassing: (error) => error instanceof Away,
      refusalOf: (error) => (error instanceof Error && error.message !== 'cleared' ? error.message : null),
      userId: () => state.userId,
      onSent: (alarm) => void shown.push(alarm),
      onRefused: ({ alarmId }, _error, waited) => void refusals.push([alarmId, waited]),
      alone: (work) => work(),
      again: (work) => {
        retries.push(work)
        return setTimeout(() => undefined, 0)
      },
    },
  )
  return { made, sent, shown, refusals, retries, state, stored }
}

const one = { alarmId: 'a1', name: 'CO high', lastAt: '2026-11-23T09:56:00.000Z', note: null }
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('with a connection it is done at once, and nothing waits', async () => {
  const { made, sent, shown, stored } = aServer()
  expect(await made.acknowledge(one)).toBe('done')
  expect([sent.length, shown.length, made.pending(), stored.get('kwame')]).toEqual([1, 1, [], []])
})

test('without one it waits, outlives the page, and is sent by the next with what was seen', async () => {
  const before = aServer()
  before.state.isAway = true
  expect(await before.made.acknowledge(one)).toBe('pending')
  expect(before.made.pending()).toEqual([{ ...one, refused: null }])
  const { made, sent } = aServer(before.stored)
  made.wake()
  await settled()
  expect(sent).toEqual([{ ...one, refused: null }])
  expect(made.pending()).toEqual([])
})

test('it is stored before it is sent: a page that is closed meanwhile loses nothing', async () => {
  const { made, stored } = aServer()
  const done = made.acknowledge(one)
  expect(stored.get('kwame')).toHaveLength(1)
  await done
})

test('it is tried again until it arrives, and one at a time', async () => {
  const { made, sent, retries, state } = aServer()
  state.isAway = true
  await made.acknowledge(one)
  retries.at(-1)?.()
  await settled()
  expect(sent).toEqual([])
  state.isAway = false
  retries.at(-1)?.()
  made.wake()
  await settled()
  expect(sent).toHaveLength(1)
})

test('refused at once it is thrown and does not stay; refused after it has waited it stays and says why', async () => {
  const { made, refusals, state, retries } = aServer()
  state.refuses = new Error('It has occurred again.')
  await expect(made.acknowledge(one)).rejects.toThrow('It has occurred again.')
  expect(made.pending()).toEqual([])
  state.isAway = true
  await made.acknowledge(one)
  state.isAway = false
  retries.at(-1)?.()
  await settled()
  expect(made.pending()).toEqual([{ ...one, refused: 'It has occurred again.' }])
  expect(refusals).toEqual([
    ['a1', false],
    ['a1', true],
  ])
  made.dismiss('a1')
  expect(made.pending()).toEqual([])
})

test('what is cleared by then needs no acknowledgement any more', async () => {
  const { made, state, retries } = aServer()
  state.isAway = true
  await made.acknowledge(one)
  Object.assign(state, { isAway: false, refuses: new Error('cleared') })
  retries.at(-1)?.()
  await settled()
  expect(made.pending()).toEqual([])
})

test('in nobody else’s name anything is sent', async () => {
  const { made, sent, state } = aServer()
  state.isAway = true
  await made.acknowledge(one)
  Object.assign(state, { isAway: false, userId: 'ada' })
  made.wake()
  await settled()
  expect([sent, made.pending()]).toEqual([[], []])
  state.userId = 'kwame'
  made.wake()
  await settled()
  expect(sent).toHaveLength(1)
})
