// A building with a crowd: a hall and an office behind doors, and people whose cards its doors report.
import * as ingest from '@gatehouse/contract/building/ingest'
import * as alarmRules from '@gatehouse/contract/safety/alarm-rules'
import type { AlarmRule } from '@gatehouse/contract/safety/alarm-rules'
import type { Input } from '@gatehouse/contract/operation'
import { allPermissions } from '@gatehouse/contract/permissions'
import { expect } from 'vitest'
import { v7 as uuid } from 'uuid'
import { tick } from '../../../kit/clock.testing.ts'
import { aCompany, type ADevice, aDevice, aUser, aZone } from '../../../testing/building.testing.ts'
import type { TestServer } from '../../../testing/test-server.testing.ts'

export type Crowd = Awaited<ReturnType<typeof aCrowd>>

export const aCrowd = async (server: TestServer, people: number) => {
  const db = server.store.pool
  const company = await aCompany(db)
  const hall = await aZone(db, company, 'Hall')
  const office = await aZone(db, company, 'Office')
  const operator = await server.signedIn(company, { can: allPermissions, name: 'Olive Marsh' })
  const doors: ADevice[] = []
  for (let n = 0; n < 4; n++) {
    const door = await aDevice(db, company, 'door', { zone: hall, leadsTo: hall, name: `Entrance ${n + 1}` })
    doors.push(await server.knows(operator, door))
  }
  const inner = await server.knows(
    operator,
    await aDevice(db, company, 'door', { zone: hall, leadsFrom: hall, leadsTo: office, name: 'Inner door' }),
  )
  const cards = Array.from({ length: people }, () => `card:${uuid().slice(-10)}`)
  const users = []
  for (const card of cards) users.push(await aUser(db, company, { card }))
  const { secret: apiKey } = await operator.call(ingest.createApiKey, { name: 'Controllers' })
  const send = async (door: ADevice, kind: 'event' | 'state', message: object) => {
    const sent = [{ device: door.key, kind, id: uuid(), at: new Date().toISOString(), ...message }]
    const answer = await server.client().try(ingest.batch, sent, { 'x-api-key': apiKey })
    expect(answer.status).toBe(200)
  }
  const report = (door: ADevice, person: number, direction: 'entry' | 'exit', more: object = {}) =>
    send(door, 'event', {
      type: 'access',
      credential: cards[person],
      direction,
      result: 'granted',
      taken: true,
      ...more,
    })
  let written = 0
  return {
    company,
    hall,
    office,
    operator,
    doors,
    inner,
    users,
    apiKey,
    send,
    report,
    /** Through an entrance, unless said otherwise. */
    enters: (person: number, door = doors[person % doors.length] ?? inner) => report(door, person, 'entry'),
    leaves: (person: number, door = doors[person % doors.length] ?? inner) => report(door, person, 'exit'),
    /** Of the hall, unless said otherwise; what is so is judged by it when this is done. */
    aRule: async (
      value: number,
      more: Partial<Input<typeof alarmRules.create>> & { readonly of?: object } = {},
    ): Promise<AlarmRule> => {
      const { of = {}, ...rest } = more
      const { rule } = await operator.call(alarmRules.create, {
        name: `Too many people ${++written}`,
        severity: 'high',
        condition: { kind: 'threshold', measure: 'occupancy', comparison: 'above', value, ...of },
        scope: { siteIds: [], zoneIds: [hall], labelIds: [], kinds: [], deviceIds: [] },
        ...rest,
      })
      await tick('1 s')
      return rule
    },
  }
}
