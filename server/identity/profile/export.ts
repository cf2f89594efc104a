// All that is kept about a person, as one JSON document: complete, without any secret or its hash. Written in pieces as
// the store gives them, so that a person of a hundred thousand rows takes no more than the document's own size.
import type { Db } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { about, type LongList, longLists, pageOf, pageRows } from './export.sql.ts'
import { createWorkQueue } from '../../kit/work-queue.ts'

const enqueue = createWorkQueue({ atOnce: 1, waiting: 8, waitingOfOne: 1 })
/** Of each of the long lists, newest first; what is beyond is said to be. */
const mostRows = 200_000

export const everythingAbout = (db: Db, userId: string): Promise<Buffer> =>
  enqueue(userId, async () => {
    const pieces = [Buffer.from(`{"exportedAt":${JSON.stringify(clock.iso())}`)]
    for (const [name, json] of await about(db, userId)) pieces.push(Buffer.from(`,\n${JSON.stringify(name)}:${json}`))
    const cut: LongList[] = []
    for (const name of longLists) {
      pieces.push(Buffer.from(`,\n${JSON.stringify(name)}:[`))
      if (!(await addRows(db, userId, name, pieces))) cut.push(name)
      pieces.push(Buffer.from(']'))
    }
    pieces.push(Buffer.from(`,\n"onlyTheNewest":${JSON.stringify(cut)}}\n`))
    return Buffer.concat(pieces)
  })

/** Whether all of them fitted. */
const addRows = async (db: Db, userId: string, name: LongList, pieces: Buffer[]): Promise<boolean> => {
  let last: { at: string; id: string } | undefined
  for (let count = 0; count < mostRows; ) {
    const rows = await pageOf(db, userId, name, last)
    if (rows.length > 0)
      pieces.push(Buffer.from(`${count > 0 ? ',' : ''}\n${rows.map(({ json }) => json).join(',\n')}`))
    count += rows.length
    last = rows.at(-1)
    if (!last || rows.length < pageRows) return true
  }
  return false
}
