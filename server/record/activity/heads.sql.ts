// Signed heads as the store keeps them.
import type { Head } from './chain.ts'
import type { Read } from './verify.sql.ts'

/** A row of `activity_checkpoint c` as one JSON object. */
export const headObject = `jsonb_build_object('chain', c.chain, 'seq', c.seq, 'after', c.after, 'hash', encode(c.hash, 'hex'),
  'at', to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  'signature', translate(encode(c.signature, 'base64'), E'\\n', ''))`

/** With milliseconds, as it was signed; with more where somebody has put more there. */
export const headOf = (head: Head): Head => ({ ...head, at: head.at.replace(/000Z$/, 'Z') })

const one = async (read: Read, where: string, values: unknown[]): Promise<Head | undefined> => {
  const [row] = await read<{ head: Head }>(
    `select ${headObject} as head from activity_checkpoint c where ${where} limit 1`,
    values,
  )
  return row && headOf(row.head)
}

/** The newest signed head of a chain. */
export const newestHead = (read: Read, chain: string) => one(read, 'chain = $1 order by seq desc', [chain])

export const headOfHash = (read: Read, chain: string, hash: string) =>
  one(read, `chain = $1 and hash = decode($2, 'hex')`, [chain, hash])

/** The first signed head at a link or after it. */
export const headFrom = (read: Read, chain: string, seq: number) =>
  one(read, 'chain = $1 and seq >= $2 order by seq', [chain, seq])

/** The newest between two names of chains. */
export const newestHeadBetween = (read: Read, from: string, before: string) =>
  one(read, 'chain >= $1 and chain < $2 order by chain desc, seq desc', [from, before])
