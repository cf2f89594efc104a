// What the server itself went through, kept in the store in batches: nobody waits for it, nothing is lost while the
// store is away for a while, and a flood is a few rows with a count.
import { hostname } from 'node:os'
import { v7 as uuid } from 'uuid'
import { systemLogKeeps } from '@gatehouse/contract/record/logs'
import type { Store } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import type { Line } from '../../kit/log.ts'
import { scrubbed } from '../../kit/secrets/scrubbed.ts'

export interface SystemLog {
  /** Takes a line at once; it is written down later. */
  receive(line: Line): void
  /** From now on there is a store to write to. Notes the start, and an end before it that nobody noted. */
  begin(store: Store, about: Record<string, unknown>): Promise<void>
  /** Notes the stop, and writes down what waits. */
  stop(): Promise<void>
}

interface Waiting {
  readonly at: Date
  readonly level: Line['level']
  readonly message: string
  readonly details: string
  times: number
}

const writeEveryMs = 1000
// Different lines: the same one again is only counted.
const mostWaiting = 500
const longestMessage = 500
const longestDetails = 6000
const tidyEveryMs = 3_600_000
const tidyEveryRows = 10_000

const started = 'Gatehouse has started'
const stopped = 'Server stopped'

export const createSystemLog = (
  keeps: { readonly days: number; readonly rows: number } = systemLogKeeps,
): SystemLog => {
  const node = hostname()
  let waiting = new Map<string, Waiting>()
  let beyond = 0
  let store: Store | undefined
  let writing: Promise<void> = Promise.resolve()
  let sinceTidied = 0
  let tidiedAt = 0

  const take = (line: Line, at: Date, most = mostWaiting) => {
    const message = readable(line.message).slice(0, longestMessage)
    const details = detailsOf(line.details)
    const key = `${line.level} ${message} ${details}`
    const known = waiting.get(key)
    if (known) known.times += 1
    else if (waiting.size < most) waiting.set(key, { at, level: line.level, message, details, times: 1 })
    else beyond += 1
  }

  const schedule = () => {
    if (store) soon.call()
  }

  // Never throws and never logs: it would hear itself.
  const write = async (): Promise<void> => {
    if (!store?.ready() || waiting.size === 0) return
    if (beyond > 0) {
      const [level, message] = ['warning', `${beyond} more lines were not kept`] as const
      waiting.set(message, { at: clock.now(), level, message, details: '{}', times: 1 })
    }
    const [batch, left] = [waiting, beyond]
    waiting = new Map()
    beyond = 0
    try {
      await insert(store, node, [...batch.values()])
      sinceTidied += batch.size
    } catch {
      // What cannot be written now is written later, unless it is the lines themselves that cannot.
      if (store.ready()) return
      for (const [key, line] of waiting) batch.set(key, line)
      waiting = batch
      beyond += left
      return
    }
    if (sinceTidied < tidyEveryRows && clock.ms() - tidiedAt < tidyEveryMs) return
    sinceTidied = 0
    tidiedAt = clock.ms()
    await tidy(store, keeps).catch(() => undefined)
  }

  const writeOn = async () => {
    await write()
    if (waiting.size > 0) schedule()
  }

  const soon = clock.throttle(writeEveryMs, () => (writing = writeOn()))

  // Our own notes always find room.
  const note = (level: Line['level'], message: string, details: Line['details'] = {}) =>
    take({ level, message, details }, clock.now(), Infinity)

  return {
    receive(line) {
      take(line, clock.now())
      schedule()
    },
    async begin(opened, about) {
      store = opened
      const before = await lastNote(opened, node).catch(() => null)
      if (before === started) {
        note('warning', 'The run before this one ended without a stop: it was killed, or the machine went down')
      }
      note('information', started, about)
      schedule()
    },
    async stop() {
      soon.stop()
      await writing
      if (!store) return
      note('information', stopped)
      await write()
    },
  }
}

// The store keeps neither U+0000 nor half a surrogate pair.
const readable = (text: string): string => scrubbed(text.toWellFormed().replaceAll('\0', '\uFFFD'))

const detailsOf = (details: Line['details']): string => {
  const text = textOf(details)
  return text.length <= longestDetails ? text : JSON.stringify({ cut: text.slice(0, longestDetails).toWellFormed() })
}

const textOf = (details: Line['details']): string => {
  try {
    return JSON.stringify(details, (_, value: unknown) => (typeof value === 'string' ? readable(value) : value)) ?? '{}'
  } catch {
    return '{}'
  }
}

const insert = async (store: Store, node: string, lines: readonly Waiting[]): Promise<void> => {
  const ordered = lines.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  await store.pool.query(
    `insert into system_log (id, at, node, level, message, details, times)
     select id, at, $1, level, message, details, times
     from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::jsonb[], $7::integer[])
       as line (id, at, level, message, details, times)`,
    [
      node,
      ordered.map(() => uuid()),
      ordered.map(({ at }) => at),
      ordered.map(({ level }) => level),
      ordered.map(({ message }) => message),
      ordered.map(({ details }) => details),
      ordered.map(({ times }) => times),
    ],
  )
}

const lastNote = async (store: Store, node: string): Promise<string | null> => {
  const { rows } = await store.pool.query<{ message: string }>(
    'select message from system_log where node = $1 and message = any ($2) order by at desc, id desc limit 1',
    [node, [started, stopped]],
  )
  return rows[0]?.message ?? null
}

const tidy = async (store: Store, { days, rows }: { readonly days: number; readonly rows: number }): Promise<void> => {
  await store.pool.query('delete from system_log where at < $1::timestamptz', [
    new Date(clock.ms() - days * 86_400_000),
  ])
  await store.pool.query(
    `delete from system_log where (at, id) <=
       (select at, id from system_log order by at desc, id desc offset $1 limit 1)`,
    [rows],
  )
}
