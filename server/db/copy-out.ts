// What the store gives of a query as one stream, row after row as it finds them: COPY, held back while the reader is
// busy and ended when the reader goes.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { CompiledQuery } from 'kysely'
import { type Client, escapeLiteral } from 'pg'
import { to } from 'pg-copy-streams'
import type { Store } from './pool.ts'

/**
 * A query's rows as CSV after RFC 4180 with a line of names first: UTF-8 without a byte order mark, and lines that end
 * with LF, as the store writes them.
 */
export const copyCsv = (
  store: Pick<Store, 'connect'>,
  query: CompiledQuery,
  patienceMs = usualPatienceMs,
): Promise<Readable> => copyOut(store, query, 'format csv, header', patienceMs)

/** A query's only column, JSON as text, a line for each row. */
export const copyLines = (store: Pick<Store, 'connect'>, query: CompiledQuery): Promise<Readable> =>
  // JSON holds neither of these, so that nothing of it is quoted.
  copyOut(store, query, String.raw`format csv, delimiter E'\x01', quote E'\x02'`, usualPatienceMs)

/** What a spreadsheet would take for a formula begins with an apostrophe. */
export const harmless = (column: string): string =>
  `case when left(${column}, 1) = any ('{=,+,-,@,"\t","\r",＝,＋,－,＠}') then '''' || ${column} else ${column} end`

/** Whoever takes nothing of what is there for so long has gone without a word, or means to keep the store busy. */
const usualPatienceMs = 60_000

// The rows come in the order of an index, so that the first is there at once and none is sorted.
const settings = `set enable_sort = off; set enable_bitmapscan = off; set default_transaction_read_only = on`

const copyOut = async (
  store: Pick<Store, 'connect'>,
  query: CompiledQuery,
  format: string,
  patienceMs: number,
): Promise<Readable> => {
  const client = await store.connect()
  await client.query(settings)
  // Not everywhere: without it a query that finds nothing for long is noticed to be of no use when it finds something.
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
  const stream = client.query(to(`copy (${asText(query)}) to stdout with (${format})`))
  const over = () => {
    if (stream.readableEnded) void client.end().catch(() => undefined)
    // Whoever asked has gone: the store finds out by that, and stops.
    else client.connection.stream.destroy()
  }
  stream.once('close', over)
  // Told again when the connection ends, to nobody who still listens: that would end the whole server.
  stream.on('error', () => undefined)
  endUnread(stream, client, patienceMs)
  try {
    // A query that fails is refused like any other, as long as nothing of its answer was given.
    await once(stream, 'readable')
  } catch (error) {
    stream.destroy()
    throw error
  }
  return stream
}

const endUnread = (stream: Readable, { connection }: Pick<Client, 'connection'>, patienceMs: number) => {
  let read: unknown = 0
  let since = Date.now()
  const look = setInterval(() => {
    const bytesRead: unknown = Reflect.get(connection.stream, 'bytesRead')
    if (bytesRead === read && stream.readableLength > 0) {
      if (Date.now() - since >= patienceMs) stream.destroy(new Error('nobody reads what is copied'))
      return
    }
    read = bytesRead
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
