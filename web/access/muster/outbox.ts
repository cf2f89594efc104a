// Marks on their way to the server: kept in this browser before they are sent, sent in their order until the server has
// answered for each, and never sent as another mark. The server takes each once, whatever arrives twice.
import type { marks, NewMark, Person } from '@gatehouse/contract/access/muster'
import type { Output } from '@gatehouse/contract/operation'

export interface Waiting {
  readonly userId: string
  readonly musterId: string
  readonly mark: NewMark
  /** Who it is about, for whom the list is not there. */
  readonly name: string
  /** Why the server will not have it; null: it waits to be sent. */
  readonly refused: string | null
}

/** Where marks outlive the page. */
export interface Keep {
  readonly all: (userId: string) => Promise<readonly Waiting[]>
  readonly put: (waiting: Waiting) => Promise<void>
  readonly remove: (waiting: Waiting) => Promise<void>
}

export interface Post {
  readonly send: (musterId: string, sending: NewMark[], sentAt: string) => Promise<Output<typeof marks>>
  /** Whether the same may succeed later: no connection, a server that is away, a session that has ended. */
  readonly isPassing: (error: unknown) => boolean
  readonly wordsOf: (error: unknown) => string
  /** Whether this person is the one who is signed in: in nobody else's name anything is sent. */
  readonly speaksFor: (userId: string) => boolean
  readonly onSent: (musterId: string, people: readonly Person[], sent: readonly Waiting[]) => void
}

export interface Outbox {
  readonly waiting: () => readonly Waiting[]
  readonly subscribe: (listener: () => void) => () => void
  /** Brings back what an earlier page left, and goes on sending it. */
  readonly open: (userId: string) => Promise<void>
  /** `at` and `id` are given here: in the order of the calls. */
  readonly add: (musterId: string, mark: Omit<NewMark, 'id' | 'at'>, name: string) => NewMark
  /** There may be a connection again. */
  readonly wake: () => void
  /** A refused one has been seen. */
  readonly forget: (markId: string) => void
}

const atOnce = 200
const retryMs = { first: 1_000, most: 15_000 }

export const createOutbox = (
  keep: Keep,
  { send, isPassing, wordsOf, speaksFor, onSent }: Post,
  { now = Date.now, newId = () => crypto.randomUUID(), again = setTimeout } = {},
): Outbox => {
  const listeners = new Set<() => void>()
  let list: readonly Waiting[] = []
  let owner: string | null = null
  let lastAt = 0
  let sending = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const set = (next: readonly Waiting[]) => {
    list = next
    for (const listener of listeners) listener()
  }
  const drop = (ids: ReadonlySet<string>) => {
    for (const one of list) if (ids.has(one.mark.id)) void keep.remove(one).catch(() => undefined)
    set(list.filter(({ mark }) => !ids.has(mark.id)))
  }
  const refuse = (because: ReadonlyMap<string, string>) =>
    set(
      list.map((one) => {
        const why = because.get(one.mark.id)
        if (why === undefined) return one
        const refused = { ...one, refused: why }
        void keep.put(refused).catch(() => undefined)
        return refused
      }),
    )

  const sendSome = async (some: readonly Waiting[], musterId: string): Promise<boolean> => {
    try {
      const { results, people } = await send(
        musterId,
        some.map(({ mark }) => mark),
        new Date(now()).toISOString(),
      )
      failures = 0
      onSent(musterId, people, some)
      refuse(new Map(results.flatMap(({ id, result, because }) => (result === 'refused' ? [[id, because ?? '']] : []))))
      drop(new Set(results.flatMap(({ id, result }) => (result === 'refused' ? [] : [id]))))
      return true
    } catch (error) {
      if (isPassing(error)) return false
      // One of them may be what is wrong: each is asked for by itself.
      if (some.length > 1) {
        for (const one of some) if (!(await sendSome([one], musterId))) return false
        return true
      }
      refuse(new Map(some.map(({ mark }) => [mark.id, wordsOf(error)])))
      return true
    }
  }

  const sendAll = async () => {
    if (sending) return
    sending = true
    clearTimeout(timer)
    try {
      for (;;) {
        const [first] = list.filter(({ refused }) => refused === null)
        // Whoever signs in again goes on, and is not to be waited for.
        if (!first || !speaksFor(first.userId)) return
        const { musterId } = first
        const next = list.filter((one) => one.refused === null && one.musterId === musterId).slice(0, atOnce)
        if (await sendSome(next, musterId)) continue
        timer = again(() => void sendAll(), Math.min(retryMs.most, retryMs.first * 2 ** failures++))
        return
      }
    } finally {
      sending = false
    }
  }

  return {
    waiting: () => list,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async open(userId) {
      if (owner !== userId) {
        owner = userId
        set([])
      }
      const stored = await keep.all(userId).catch(() => [])
      if (owner !== userId) return
      const known = new Set(list.map(({ mark }) => mark.id))
      // What comes now is later, also where the clock was set back since.
      lastAt = Math.max(lastAt, ...stored.map(({ mark }) => Date.parse(mark.at)))
      set(
        [...stored.filter(({ mark }) => !known.has(mark.id)), ...list].sort((a, b) => (a.mark.at < b.mark.at ? -1 : 1)),
      )
      void sendAll()
    },
    add(musterId, what, name) {
      if (owner === null) throw new Error('nobody has opened the outbox')
      lastAt = Math.max(now(), lastAt + 1)
      const mark = { ...what, id: newId(), at: new Date(lastAt).toISOString() }
      const one: Waiting = { userId: owner, musterId, mark, name, refused: null }
      set([...list, one])
      // Kept first: a page that is closed now must not lose it.
      void keep
        .put(one)
        .catch(() => undefined)
        .then(sendAll)
      return mark
    },
    wake() {
      failures = 0
      void sendAll()
    },
    forget: (markId) => drop(new Set([markId])),
  }
}
