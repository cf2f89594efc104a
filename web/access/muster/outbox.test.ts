// Marks through a connection that comes and goes: each reaches the list once, in its order, and none is lost.
import type { NewMark } from '@gatehouse/contract/access/muster'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOutbox, type Keep, type Waiting } from './outbox.ts'

class Away extends Error {}

/** What a browser keeps, as one that is closed leaves it. */
const aKeep = () => {
  const rows = new Map<string, Waiting>()
  const keep: Keep = {
    all: async (userId) => [...rows.values()].filter((one) => one.userId === userId),
    put: async (one) => void rows.set(one.mark.id, one),
    remove: async (one) => void rows.delete(one.mark.id),
  }
  return { rows, keep }
}

/** A server that takes each mark once, and a way to it that loses calls before or answers after. */
const aServer = (ways: readonly ('arrives' | 'lost' | 'answer lost')[] = []) => {
  const received: NewMark[] = []
  const left = [...ways]
  return {
    taken: received,
    send: async (_: string, marks: NewMark[]) => {
      const way = left.shift() ?? 'arrives'
      await Promise.resolve()
      if (way === 'lost') throw new Away()
      const results = marks.map((mark) => {
        const known = received.some(({ id }) => id === mark.id)
        if (!known) received.push(mark)
        return { id: mark.id, result: known ? ('duplicate' as const) : ('stored' as const), because: null }
      })
      if (way === 'answer lost') throw new Away()
      return { results, people: [] }
    },
  }
}

const outboxOver = (keep: Keep, server: Pick<ReturnType<typeof aServer>, 'send'>, onAgain: (run: () => void) => void) =>
  createOutbox(
    keep,
    {
      send: server.send,
      isPassing: (error) => error instanceof Away,
      wordsOf: (error) => (error instanceof Error ? error.message : ''),
      speaksFor: () => true,
      onSent: () => undefined,
    },
    {
      again: ((run: () => void) => {
        onAgain(run)
        return 0
      }) as unknown as typeof setTimeout,
    },
  )

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

test('whatever the connection loses, and although pages are closed in between: none lost, none twice, in order', async () => {
  const way = fc.constantFrom('arrives' as const, 'lost' as const, 'answer lost' as const)
  const step = fc.constantFrom('mark', 'again', 'close')
  await fc.assert(
    fc.asyncProperty(fc.array(way, { maxLength: 12 }), fc.array(step, { maxLength: 14 }), async (ways, steps) => {
      const { rows, keep } = aKeep()
      const server = aServer(ways)
      let retry: (() => void) | undefined
      const begin = () => outboxOver(keep, server, (run) => (retry = run))
      let outbox = begin()
      await outbox.open('ada')
      const messages: string[] = []
      for (const one of steps) {
        if (one === 'mark') messages.push(outbox.add('drill', { personId: 'p', status: 'safe' }, 'Ben').id)
        else if (one === 'again') retry?.()
        else {
          await settle()
          outbox = begin()
          await outbox.open('ada')
        }
        await Promise.resolve()
      }
      for (let n = 0; n <= ways.length + 1; n++) {
        await settle()
        outbox.wake()
      }
      await settle()
      expect(server.taken.map(({ id }) => id)).toEqual(messages)
      expect(outbox.waiting()).toEqual([])
      expect(rows.size).toBe(0)
    }),
    { numRuns: Number(process.env['MUSTER_RUNS'] ?? 60) },
  )
})

test('where the clock was set back between two pages, what was marked last still counts last', async () => {
  const { keep } = aKeep()
  let connected = false
  const received: string[] = []
  const post = {
    send: async (_: string, marks: NewMark[]) => {
      if (!connected) throw new Away()
      received.push(...marks.map(({ id }) => id))
      return { results: marks.map(({ id }) => ({ id, result: 'stored' as const, because: null })), people: [] }
    },
    isPassing: () => true,
    wordsOf: () => '',
    speaksFor: () => true,
    onSent: () => undefined,
  }
  const messages: string[] = []
  for (const at of [2_000, 1_000]) {
    const outbox = createOutbox(keep, post, { now: () => at })
    await outbox.open('ada')
    messages.push(outbox.add('drill', { personId: 'p', status: at === 2_000 ? 'missing' : 'safe' }, 'Ben').id)
    await settle()
  }
  connected = true
  await createOutbox(keep, post).open('ada')
  await settle()
  expect(received).toEqual(messages)
})

test('one that the server will not have is shown with its reason, and the others go on', async () => {
  const { keep } = aKeep()
  const received: string[] = []
  const send = async (_: string, marks: NewMark[]) => {
    if (marks.some(({ note }) => note === 'bad')) throw new Error('The note is too long')
    received.push(...marks.map(({ id }) => id))
    return { results: marks.map(({ id }) => ({ id, result: 'stored' as const, because: null })), people: [] }
  }
  const outbox = outboxOver(keep, { send }, () => undefined)
  await outbox.open('ada')
  const [first, bad, last] = ['fine', 'bad', 'fine'].map(
    (note) => outbox.add('drill', { personId: 'p', status: 'safe', note }, 'Ben').id,
  )
  for (let n = 0; n < 4; n++) await settle()
  expect(received).toEqual([first, last])
  expect(outbox.waiting()).toMatchObject([{ mark: { id: bad }, refused: 'The note is too long' }])
  outbox.forget(bad ?? '')
  expect(outbox.waiting()).toEqual([])
})

test('marks of the same moment keep their order, and another person’s are not sent in one’s name', async () => {
  const { keep } = aKeep()
  const server = aServer()
  let at = 1_000
  let signedIn: string | null = 'ada'
  const outbox = createOutbox(
    keep,
    {
      send: server.send,
      isPassing: () => true,
      wordsOf: () => '',
      speaksFor: (userId) => userId === signedIn,
      onSent: () => undefined,
    },
    { now: () => at },
  )
  await outbox.open('ada')
  const first = outbox.add('drill', { personId: 'p', status: 'missing' }, 'Ben')
  at = 900
  const second = outbox.add('drill', { personId: 'p', status: 'safe' }, 'Ben')
  expect(first.at < second.at).toBe(true)
  await settle()
  await keep.put({ userId: 'ben', musterId: 'drill', mark: { ...first, id: 'his' }, name: 'Cleo', refused: null })
  await outbox.open('ada')
  await settle()
  expect(server.taken.map(({ id }) => id)).toEqual([first.id, second.id])
  // Her session runs out; he signs in at the same phone, and she again after him.
  signedIn = null
  const third = outbox.add('drill', { personId: 'p', status: 'missing' }, 'Ben')
  await settle()
  signedIn = 'ben'
  outbox.wake()
  await settle()
  expect(server.taken.map(({ id }) => id)).not.toContain(third.id)
  await outbox.open('ben')
  expect(outbox.waiting().map(({ mark }) => mark.id)).toEqual(['his'])
  await settle()
  signedIn = 'ada'
  await outbox.open('ada')
  await settle()
  expect(server.taken.map(({ id }) => id)).toEqual([first.id, second.id, 'his', third.id])
})
