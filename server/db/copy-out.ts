// What the store gives of a query as one stream, row after row as it finds them: COPY, held back while the reader is
// busy and ended when the reader goes.
import { once } from 'node:events'
import { PassThrough, pipeline, Readable } from 'node:stream'
import type { CompiledQuery } from 'kysely'
import { type Client, escapeLiteral } from 'pg'
import { to } from 'pg-copy-streams'
import type { Store } from './pool.ts'

/** Rows in the order of their moments, the newest first, which can be read in parts. */
export interface Rows {
  /** The statement of those of one part: not older than `from`, and older than `before`; null: without that end. */
  readonly of: (part: { readonly from: string | null; readonly before: string | null }) => CompiledQuery
  /** The statement of `at`, as text, of the row that comes `after` so many that are older than `before`. */
  readonly edge: (before: string | null, after: number) => CompiledQuery
}

export interface Copied extends Readable {
  /** How many rows the store has given in whole parts: of a copy that has ended, all of them. */
  readonly rowsGiven: () => number
}

/**
 * The rows as CSV after RFC 4180 with a line of names first: UTF-8 without a byte order mark, and lines that end with LF,
 * as the store writes them.
 */
export const copyCsv = (store: Pick<Store, 'connect'>, rows: Rows, patienceMs = usualPatienceMs): Promise<Copied> =>
  copyOut(store, rows, (first) => (first ? 'format csv, header' : 'format csv'), patienceMs)

/** The rows' only column, JSON as text, a line for each row. */
export const copyLines = (store: Pick<Store, 'connect'>, rows: Rows): Promise<Copied> =>
  // JSON holds neither of these, so that nothing of it is quoted.
  copyOut(store, rows, () => String.raw`format csv, delimiter E'\x01', quote E'\x02'`, usualPatienceMs)

/** What a spreadsheet would take for a formula begins with an apostrophe. */
export const harmless = (column: string): string =>
  `case when left(${column}, 1) = any ('{=,+,-,@,"\t","\r",＝,＋,－,＠}') then '''' || ${column} else ${column} end`

/** Whoever takes nothing of what is there for so long has gone without a word, or means to keep the store busy. */
const usualPatienceMs = 60_000

// The rows come in the order of an index, so that the first is there at once and none is sorted. Who waits in the
// transaction waits for the reader.
const settings = `set enable_sort = off; set enable_bitmapscan = off; set idle_in_transaction_session_timeout = 0`
const begin = 'begin isolation level repeatable read, read only'

// The first is there soon; each of the others costs a look for its end, and is held in memory while it waits.
const firstRows = 1000
const partRows = 20_000
const mostHeld = 8_000_000

interface Part {
  readonly edge: string | null
  readonly bytes: AsyncIterable<Uint8Array>
}

// Writing a row as text costs the store more than all else: two of its processes do it, in turns, seeing the same.
const copyOut = async (
  store: Pick<Store, 'connect'>,
  rows: Rows,
  format: (first: boolean) => string,
  patienceMs: number,
): Promise<Copied> => {
  const copies: { readonly rowCount: number }[] = []
  const hands: Client[] = []
  let isOver = false
  let snapshot: string | undefined
  const enter = async (): Promise<Client> => {
    const client = await store.connect()
    hands.push(client)
    if (isOver) letGo(client)
    await client.query(settings)
    // Not everywhere: without it a query that finds nothing for long is noticed to be of no use when it finds something.
    await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
    await client.query(begin)
    if (snapshot !== undefined) await client.query(`set transaction snapshot ${escapeLiteral(snapshot)}`)
    return client
  }
  const take = async (nth: number, before: string | null): Promise<Part> => {
    const client = hands[nth % 2] ?? (await enter())
    const after = nth === 0 ? firstRows : partRows
    const found = await client.query<{ at: string }>(asText(rows.edge(before, after)))
    const edge = found.rows[0]?.at ?? null
    if (nth === 0 && edge !== null)
      snapshot = (await client.query<{ id: string }>('select pg_export_snapshot() as id')).rows[0]?.id
    const copied = client.query(
      to(`copy (${asText(rows.of({ from: edge, before }))}) to stdout with (${format(nth === 0)})`),
    )
    copies.push(copied)
    const held = new PassThrough({ highWaterMark: mostHeld })
    pipeline(copied, held, () => undefined)
    return { edge, bytes: held }
  }
  let given = 0
  const all = async function* () {
    let part = take(0, null)
    for (let nth = 1; ; nth++) {
      const { edge, bytes } = await part
      const next = edge === null ? null : take(nth, edge)
      // It is told of when it is its turn.
      next?.catch(() => undefined)
      for await (const chunk of bytes) {
        given += chunk.length
        yield chunk
      }
      if (!next) break
      part = next
    }
    // How many rows a part had is told after its last byte.
    await Promise.all(hands.map((client) => client.query('commit')))
  }
  const stream = Readable.from(all(), { objectMode: false })
  stream.once('close', () => {
    isOver = true
    for (const client of hands)
      if (stream.readableEnded) void client.end().catch(() => undefined)
      else letGo(client)
  })
  // Told again when a connection ends, to nobody who still listens: that would end the whole server.
  stream.on('error', () => undefined)
  endUnread(stream, () => given, patienceMs)
  try {
    // A query that fails is refused like any other, as long as nothing of its answer was given.
    await once(stream, 'readable')
  } catch (error) {
    stream.destroy()
    throw error
  }
  return Object.assign(stream, { rowsGiven: () => copies.reduce((sum, { rowCount }) => sum + rowCount, 0) })
}

/** Whoever asked has gone: the store finds out by that, and stops. */
const letGo = ({ connection }: Pick<Client, 'connection'>) => void connection.stream.destroy()

const endUnread = (stream: Readable, given: () => number, patienceMs: number) => {
  let before = given()
  let since = Date.now()
  const look = setInterval(() => {
    if (given() === before && stream.readableLength > 0) {
      if (Date.now() - since >= patienceMs) stream.destroy(new Error('nobody reads what is copied'))
      return
    }
    before = given()
    since = Date.now()
  }, patienceMs / 4)
  stream.once('close', () => clearInterval(look))
}

// COPY takes no parameters.
const asText = ({ sql, parameters }: CompiledQuery): string =>
  sql.replaceAll(/\$(\d+)/g, (_, n: string) => literal(parameters[Number(n) - 1]))

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`
  if (typeof value === 'string') return escapeLiteral(value)
  throw new Error(`a ${typeof value} cannot be written into a statement`)
}
