// Word to all browsers of a person, at every node, that something was done with their notifications: it goes out with
// the change itself, when that is there to be seen.
import { inboxChange, type InboxChange } from '@gatehouse/contract/realtime'
import { z } from 'zod'
import { type Db, execute } from '../../db/pool.ts'

// The database carries 8,000 bytes at a time.
const idsAtOnce = 150

const word = z.object({ userId: z.string(), change: inboxChange.shape.change })
export type InboxWord = z.output<typeof word>

export const publishInboxChange = async (tx: Db, userId: string, change: InboxChange['change']): Promise<void> => {
  for (const message of messagesOf(userId, change)) await execute(tx)`select pg_notify('inbox', ${message})`
}

/** As it goes over the database, in as many parts as it takes. */
export const messagesOf = (userId: string, change: InboxChange['change']): string[] => {
  const parts = 'ids' in change ? inParts(change) : [change]
  return parts.map((part) => JSON.stringify({ userId, change: part } satisfies InboxWord))
}

/** What was said; null for what no node of ours says. */
export const parseInboxMessage = (message: string): InboxWord | null => {
  try {
    return word.parse(JSON.parse(message))
  } catch {
    return null
  }
}

const inParts = (change: Extract<InboxChange['change'], { ids: string[] }>) => {
  const parts = []
  for (let from = 0; from < change.ids.length; from += idsAtOnce)
    parts.push({ ...change, ids: change.ids.slice(from, from + idsAtOnce) })
  return parts
}
