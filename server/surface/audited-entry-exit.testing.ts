// The calls of the record matrix about entries and exits, their report and musters. What has to be there before, each makes.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as muster from '@gatehouse/contract/access/muster'
import { v7 as uuid } from 'uuid'
import { aUser } from '../testing/building.testing.ts'
import type { AdminCalls } from './audited.testing.ts'

export const entryExitCalls: AdminCalls = (of) => {
  const query = (text: string, values: unknown[]) => of().server.store.pool.query(text, values)
  const anAccount = async () => (await aUser(of().server.store.pool, of().company, { can: ['read_doors'] })).id
  const aSite = async () => {
    const id = uuid()
    await query('insert into site (id, company_id, name, time_zone) values ($1, $2, $3, $4)', [
      id,
      of().company.id,
      id,
      'UTC',
    ])
    return id
  }
  const aMuster = async () => {
    const given = { siteId: await aSite(), kind: 'drill', reason: 'Drill' } as const
    return (await of().admin.call(muster.start, given)).muster.id
  }
  /** Somebody who came in and was not seen to leave; and when that may have been. */
  const unmatchedEntry = async () => {
    const { admin, company, doorId } = of()
    const userId = await anAccount()
    const timestamp = new Date(Date.now() - 60_000).toISOString()
    const { log } = await admin.call(entryExit.record, { userId, doorId, type: 'entry', timestamp })
    const id = uuid()
    await query(
      `insert into entry_exit_unmatched (id, company_id, log_id, user_id, at, kind)
       values ($1, $2, $3, $4, $5, 'still-inside')`,
      [id, company.id, log.id, userId, log.timestamp],
    )
    return { id, doorId, timestamp: new Date(Date.now() - 30_000).toISOString() }
  }
  return [
    [
      entryExit.record,
      async () => ({
        userId: await anAccount(),
        doorId: of().doorId,
        type: 'entry',
        timestamp: new Date().toISOString(),
      }),
    ],
    [
      entryExit.correct,
      async () => ({
        ...(await unmatchedEntry()),
        type: 'exit',
        reason: 'Left with a colleague',
      }),
    ],
    [entryExit.dismiss, async () => ({ id: (await unmatchedEntry()).id, reason: 'Tested the reader' })],
    [entryExit.changeRules, () => ({ insideHours: 12, takenGraceSeconds: 3 })],
    [muster.start, async () => ({ siteId: await aSite(), kind: 'drill', reason: 'Drill of the quarter' })],
    [
      muster.marks,
      async () => {
        const at = new Date().toISOString()
        const marks = [{ id: uuid(), personId: uuid(), status: 'safe', at, added: { name: 'Grace Hopper' } }]
        return { musterId: await aMuster(), sentAt: at, marks }
      },
    ],
    [muster.setReason, async () => ({ musterId: await aMuster(), reason: 'Smoke on floor 2' })],
    [muster.endMistake, async () => ({ musterId: await aMuster() })],
    [muster.end, async () => ({ musterId: await aMuster(), summary: 'Went well' })],
    [muster.exportCsv, async () => ({ musterId: await aMuster() })],
  ]
}
