// What somebody showed at doors, from the log.
import type { mine } from '@gatehouse/contract/access/decisions'
import type { DecisionStep, Log } from '@gatehouse/contract/access/entry-exit'
import { isOlder } from '../../db/conditions.ts'
import { type Db, isoRowsOf } from '../../db/pool.ts'
import type { ListFilter } from '../../kit/cursor.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

export interface OwnPage extends ListFilter<typeof mine> {
  readonly userId: string
  readonly companyId: string
  /** The doors that labels hide: whoever was let in there is told nothing; who was not knows that door anyhow. */
  readonly scope: LabelScope
}

type Shown = Pick<Log, 'id' | 'door' | 'type' | 'timestamp' | 'method' | 'result' | 'reason'> & {
  readonly decision: readonly DecisionStep[] | null
}

/** Newest first. What was added by hand nobody showed. */
export const readOwn = (db: Db, { userId, companyId, scope, beyond, limit }: OwnPage) =>
  isoRowsOf<Shown>(db)`
    select l.id, d.name as door, l.type, l.at as timestamp, l.method, l.result, l.reason, l.decision
    from entry_exit_log l left join device d on d.id = l.door_id
    where l.user_id = ${userId} and l.company_id = ${companyId} and l.source <> 'manual'
      and (l.result = 'denied' or ${scope.sees('l.door_id')}) and ${isOlder('l.at', 'l.id', beyond)}
    order by l.at desc, l.id desc limit ${limit}
  `
