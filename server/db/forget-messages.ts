// Which messages have been taken is remembered for 30 days. Forgotten in short steps, each its own transaction: ingest
// writes the same table all the while.
import type pg from 'pg'

const rememberedMs = 30 * 86_400_000
// 8 MiB, some hundred thousand messages at most.
const blocksPerStep = 1024

/** One pass over the table; answers how many were forgotten. Stops between steps when asked to. */
export const forgetMessages = async (
  client: Pick<pg.ClientBase, 'query'>,
  now: Date,
  { blocks = blocksPerStep, stopped }: { blocks?: number; stopped?: () => boolean } = {},
): Promise<number> => {
  const before = new Date(now.getTime() - rememberedMs)
  const { rows } = await client.query<{ blocks: number }>(
    `select (pg_relation_size('message') / current_setting('block_size')::int)::int as blocks`,
  )
  const end = rows[0]?.blocks ?? 0
  let forgotten = 0
  // By place, not by time: every step reads its own blocks only, whatever earlier steps have left behind.
  for (let from = 0; from < end; from += blocks) {
    if (stopped?.()) break
    const { rowCount } = await client.query(
      `delete from message where ctid >= $1::tid and ctid < $2::tid and received_at < $3`,
      [`(${from},0)`, `(${from + blocks},0)`, before],
    )
    forgotten += rowCount ?? 0
  }
  return forgotten
}
