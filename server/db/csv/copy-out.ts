// What the store gives of a query as one stream, row after row as it finds them: COPY, held back while the reader is
// busy and ended when the reader goes.
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate as others } from 'node:timers/promises'
import type { CompiledQuery } from 'kysely'
import { type Client, escapeLiteral } from 'pg'
import { to } from 'pg-copy-streams'
import { createCsvWriter, type Kind } from './csv-writer.ts'
import type { Store } from '../pool.ts'

export interface CsvRows {
  /** What the statement selects, in its order. */
  readonly columns: readonly { readonly name: string; readonly kind: Kind }[]
  readonly statement: CompiledQuery
}

export interface Copied extends Readable {
  /** How many rows there are in what was given so far. */
  readonly rowsGiven: () => number
}

/**
 * The rows as CSV after RFC 4180 with a line of names first: UTF-8 without a byte order mark, and lines that end with LF.
 * The store gives them in its binary form, which costs it a third of what writing them as text would.
 */
export const copyCsv = async (
  store: Pick<Store, 'connect'>,
  { columns, statement }: CsvRows,
  patienceMs = usualPatienceMs,
): Promise<Copied> => {
  const writer = createCsvWriter(columns.map(({ kind }) => kind))
  const names = Buffer.from(`${columns.map(({ name }) => name).join(',')}\n`)
  return copyOut(store, statement, 'format binary', patienceMs, { first: names, ...writer })
}

/** The rows' only column, JSON as text, a line for each row. */
export const copyLines = (store: Pick<Store, 'connect'>, statement: CompiledQuery): Promise<Copied> => {
  let rows = 0
  const write = (bytes: Uint8Array) => {
    for (let at = bytes.indexOf(newLine); at >= 0; at = bytes.indexOf(newLine, at + 1)) rows++
    return bytes
  }
  const writer = { first: new Uint8Array(), write, rows: () => rows }
  // JSON holds neither of these, so that nothing of it is quoted.
  return copyOut(store, statement, String.raw`format csv, delimiter E'\x01', quote E'\x02'`, usualPatienceMs, writer)
}
const newLine = 0x0a

/** Whoever takes nothing of what is there for so long has gone without a word, or means to keep the store busy. */
const usualPatienceMs = 60_000

// The rows come in the order of an index, so that the first is there at once and none is sorted. Several processes for
// one reader would be started for little, and keep others from theirs.
const settings = `set enable_sort = off; set enable_bitmapscan = off; set max_parallel_workers_per_gather = 0`

// Whatever the store has ready would be written before anybody else's call is looked at.
const mostUnbroken = 65_536

interface Writer {
  readonly first: Uint8Array
  readonly write: (bytes: Uint8Array) => Uint8Array
  readonly rows: () => number
}

const copyOut = async (
  store: Pick<Store, 'connect'>,
  statement: CompiledQuery,
  format: string,
  patienceMs: number,
  { first, write, rows }: Writer,
): Promise<Copied> => {
  const client = await store.connect()
  let given = 0
  const all = async function* () {
    await client.query(settings)
    // Not everywhere: without it a query that finds nothing for long is noticed to be of no use when it finds something.
    await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
    let before = first
    let unbroken = 0
    for await (const bytes of client.query(to(`copy (${asText(statement)}) to stdout with (${format})`))) {
      given += bytes.length
      // Not sooner, so that a query that fails is still refused.
      if (before.length > 0) yield before
      before = new Uint8Array()
      const written = write(bytes)
      if (written.length > 0) yield written
      unbroken += bytes.length
      if (unbroken >= mostUnbroken) {
        await others()
        unbroken = 0
      }
    }
  }
  const stream = Readable.from(all(), { objectMode: false })
  stream.once('close', () => {
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
  return Object.assign(stream, { rowsGiven: rows })
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
