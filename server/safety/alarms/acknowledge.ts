// Acknowledging alarms, whoever does it and from wherever.
import type pg from 'pg'
import { afterAcknowledgement } from './alarm-life.ts'
import type { Step, StoredAlarm } from './alarms.sql.ts'
import { type AlarmParts, type Change, storeChanges } from './store-changes.ts'

/** Those that nobody has acknowledged yet; in the caller's transaction, which has locked them. */
export const acknowledgeLocked = (
  tx: Pick<pg.ClientBase, 'query'>,
  parts: AlarmParts,
  alarms: readonly StoredAlarm[],
  { by, at, note }: { readonly by: string; readonly at: Date; readonly note: string | null },
): Promise<() => void> =>
  storeChanges(
    tx,
    parts,
    alarms
      .filter(({ acknowledged }) => acknowledged === null)
      .map((alarm): Change => {
        const after = { ...alarm, ...afterAcknowledgement(alarm, { at, by, note }) }
        const steps: Step[] = [{ what: 'acknowledged', at, by, note }]
        if (after.cleared) steps.push({ what: 'cleared', at, by: null, note: null })
        return { after, steps }
      }),
  )
