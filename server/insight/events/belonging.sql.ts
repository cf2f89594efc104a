// What an event of a door or an actuator belongs to where it does not say so itself: the command that it answers, or the
// incident that runs at the door at its time.
import { id as anId } from '@gatehouse/contract/shapes'
import type pg from 'pg'
import type { NewEvent } from './events.ts'

interface Incident {
  readonly deviceId: string
  readonly correlationId: string
  readonly since: Date
  readonly overAt: Date | null
}

export const belongingOf = async (
  tx: Pick<pg.Client, 'query'>,
  list: readonly NewEvent[],
): Promise<(event: NewEvent) => string | undefined> => {
  const commanded = list.filter(
    ({ device, correlationId }) =>
      (device.kind === 'door' || device.kind === 'actuator') && correlationId === undefined,
  )
  if (commanded.length === 0) return () => undefined
  const commands = new Map<string, string>()
  const answered = commanded.flatMap(({ data }) => commandIdIn(data) ?? [])
  if (answered.length > 0) {
    const { rows } = await tx.query<{ of: string; correlationId: string }>({
      name: 'event-commands',
      text: `select device_id || ' ' || id as of, correlation_id as "correlationId" from command where id = any ($1::uuid[])`,
      values: [answered],
    })
    for (const row of rows) commands.set(row.of, row.correlationId)
  }
  const { rows } = await tx.query<Incident>({
    name: 'event-incidents',
    text: `select device_id as "deviceId", correlation_id as "correlationId", incident_since as since,
             incident_over_at as "overAt"
           from door_state where device_id = any ($1::uuid[]) and correlation_id is not null`,
    values: [[...new Set(commanded.map(({ device }) => device.id))]],
  })
  const incidents = new Map(rows.map((row) => [row.deviceId, row]))
  return ({ device, data, at }) => {
    const command = commands.get(`${device.id} ${commandIdIn(data)}`)
    if (command !== undefined) return command
    const incident = incidents.get(device.id)
    if (!incident || at < incident.since) return undefined
    return incident.overAt === null || at <= incident.overAt ? incident.correlationId : undefined
  }
}

const commandIdIn = (data: Readonly<Record<string, unknown>>) => anId.safeParse(data['commandId']).data
