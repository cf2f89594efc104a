// Writes what has become of alarms: the alarms, their transitions, the activity log, and who is notified of it, all in the
// caller's transaction; answers what to publish after COMMIT.
import * as contract from '@gatehouse/contract/safety/alarms'
import { altered as doorAltered } from '@gatehouse/contract/access/doors'
import type pg from 'pg'
import type { AuditLog } from '../../record/activity/activity.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { acknowledgeNotifications } from '../../messages/notifications/notifications.ts'
import { notifyWebhooks } from '../../messages/webhooks/webhooks.ts'
import { type Escalations, whereaboutsOf } from '../escalations/escalations.ts'
import { insertSteps, type Step, type StoredAlarm, updateAlarms } from './alarms.sql.ts'
import { readAlarmsById } from './read-alarms.ts'

type Querier = Pick<pg.ClientBase, 'query'>

export interface AlarmParts {
  readonly bus: Bus
  readonly directory: Pick<Directory, 'byId' | 'placeById'>
  readonly record: AuditLog
  readonly escalations: Pick<Escalations, 'start' | 'end'>
}

export interface Change {
  readonly after: StoredAlarm
  readonly steps: readonly Step[]
  /** It is written already: it is new. */
  readonly isNew?: boolean
  /** A person who is not notified of it. */
  readonly hiddenFrom?: string | null
}

/** What the server itself does; what people do is on the record with their call. */
const recorded: Partial<Record<Step['what'], string>> = {
  raised: 'raised',
  occurred: 'occurred',
  returned: 'returned',
  cleared: 'cleared',
  'shelf-ended': 'shelfEnded',
  suppressed: 'suppressed',
  unsuppressed: 'unsuppressed',
  'out-of-service': 'outOfService',
  'in-service': 'inService',
}

export const storeChanges = async (
  tx: Querier,
  { bus, directory, record, escalations }: AlarmParts,
  changes: readonly Change[],
): Promise<() => void> => {
  if (changes.length === 0) return () => undefined
  await updateAlarms(
    tx,
    changes.flatMap(({ after, isNew }) => (isNew ? [] : [after])),
  )
  await insertSteps(
    tx,
    changes.flatMap(({ after, steps }) =>
      steps.map((step) => ({ ...step, alarmId: after.id, correlationId: after.correlationId })),
    ),
  )
  await record(
    changes.flatMap(({ after, steps }) =>
      steps.flatMap(({ what, by, note }) => {
        const action = recorded[what]
        if (action === undefined || by !== null) return []
        return {
          companyId: after.companyId,
          userId: null,
          actor: 'Gatehouse',
          action: `alarms.${action}`,
          input: { alarmId: after.id },
          subject: subjectOf(after, directory),
          after: {
            rule: after.ruleId,
            version: after.ruleVersion,
            severity: after.severity,
            ...(after.value === null ? {} : { value: after.value, unit: after.unit }),
          },
          reason: note,
          status: 200,
          address: '',
          correlationId: after.correlationId,
        }
      }),
    ),
    tx,
  )
  const asking = changes.filter(({ after, steps }) => annunciates(after, steps))
  const policies = await policiesOf(tx, asking)
  await escalations.start(
    tx,
    asking.map(({ after, hiddenFrom = null }) => ({ ...after, hiddenFrom, policyId: policies.get(after.id) ?? null })),
  )
  await escalations.end(
    tx,
    changes.flatMap(({ after }) => (asks(after) ? [] : [after.id])),
  )
  const having = (what: Step['what']) =>
    changes.flatMap(({ after, steps }) => (steps.some((step) => step.what === what) ? [after.id] : []))
  await notifyWebhooks(
    tx,
    'alarm.raised',
    asking.map(({ after }) => after.id),
  )
  await notifyWebhooks(tx, 'alarm.acknowledged', having('acknowledged'))
  await notifyWebhooks(tx, 'alarm.cleared', having('cleared'))
  for (const { after, steps } of changes)
    if (steps.some(({ what }) => what === 'acknowledged') && after.acknowledged)
      await acknowledgeNotifications(tx, after.id, {
        by: after.acknowledged.by,
        at: after.acknowledged.at.toISOString(),
      })
  const shown = await readAlarmsById(
    tx,
    changes.map(({ after }) => after.id),
  )
  return () => {
    for (const { companyId, alarm } of shown) {
      bus.publish(contract.changed, companyId, alarm)
      // Its worst alarm is part of what lists of doors show.
      if (alarm.device?.kind === 'door')
        bus.publish(doorAltered, companyId, { deviceId: alarm.device.id, at: clock.iso() })
    }
  }
}

/** `Carbon monoxide: high alarm at Boiler room detector`. */
export const subjectOf = (alarm: StoredAlarm, directory: AlarmParts['directory']): string => {
  const { device, place } = whereaboutsOf(directory, alarm)
  const name = (device ?? place)?.name
  return name === undefined ? alarm.title : `${alarm.title} at ${name}`
}

const asksAnew: ReadonlySet<Step['what']> = new Set(['raised', 'occurred'])
const asksWhileActive: ReadonlySet<Step['what']> = new Set(['unshelved', 'shelf-ended', 'unsuppressed', 'in-service'])

// A response is asked for, again or for the first time.
const annunciates = (after: StoredAlarm, steps: readonly Step[]): boolean =>
  asks(after) && steps.some(({ what }) => asksAnew.has(what) || (after.isActive && asksWhileActive.has(what)))

const asks = (after: StoredAlarm): boolean =>
  !after.isOutOfService &&
  !after.isSuppressed &&
  after.shelved === null &&
  after.acknowledged === null &&
  after.cleared === null

// As the version says that raised it.
const policiesOf = async (tx: Querier, asking: readonly Change[]): Promise<ReadonlyMap<string, string>> => {
  if (asking.length === 0) return new Map()
  const { rows } = await tx.query<{ id: string; policyId: string }>({
    name: 'alarm-policies',
    text: `select a.id, v.definition ->> 'escalationId' as "policyId" from alarm a
      join alarm_rule_version v on v.rule_id = a.rule_id and v.version = a.rule_version
      where a.id = any ($1::uuid[]) and v.definition ->> 'escalationId' is not null`,
    values: [asking.map(({ after }) => after.id)],
  })
  return new Map(rows.map(({ id, policyId }) => [id, policyId]))
}
