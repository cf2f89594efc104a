// A building whose entrance and inner passage are counted: a hall behind the one, an office behind the other.
import * as devices from '@gatehouse/contract/building/devices'
import * as ingest from '@gatehouse/contract/building/ingest'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import { allPermissions, type Permission } from '@gatehouse/contract/permissions'
import { expect } from 'vitest'
import { v7 as uuid } from 'uuid'
import { tick } from '../../kit/clock.testing.ts'
import { type ACompany, aCompany, type ADevice, aDevice, aFloor, aZone } from '../../testing/building.testing.ts'
import type { ApiClient, TestServer } from '../../testing/test-server.testing.ts'

export type CountedBuilding = Awaited<ReturnType<typeof aCountedBuilding>>

const exact = allPermissions.filter((permission) => permission !== 'manage_companies')

export const aCountedBuilding = async (
  server: TestServer,
  { timeZone = 'Europe/London', placed = true }: { readonly timeZone?: string; readonly placed?: boolean } = {},
) => {
  const db = server.store.pool
  const company: ACompany = await aCompany(db, 'Counted', timeZone)
  const floor = await aFloor(db, company, 'Ground', 0)
  const hall = await aZone(db, company, 'Hall', floor)
  const office = await aZone(db, company, 'Office', floor)
  const operator = await server.signedIn(company, { can: exact, name: 'Olive Marsh' })
  const entrance = await server.knows(operator, await aDevice(db, company, 'counter', { zone: hall, name: 'Entrance' }))
  const inner = await server.knows(operator, await aDevice(db, company, 'counter', { zone: office, name: 'Inner' }))
  const { secret: apiKey } = await operator.call(ingest.createApiKey, { name: 'Counters' })

  const send = async (messages: readonly object[]) => {
    const answer = await server.client().try(ingest.batch, messages, { 'x-api-key': apiKey })
    expect(answer).toMatchObject({ status: 200 })
    const { results } = ingest.batch.output.parse(answer.body)
    expect(results.filter(({ result }) => result !== 'stored' && result !== 'duplicate')).toEqual([])
  }
  const message = (device: ADevice, entries: number, exits: number, at = new Date(), id: string = uuid()) => ({
    device: device.key,
    kind: 'count',
    id,
    at: at.toISOString(),
    in: entries,
    out: exits,
  })
  /** Heard a moment ago, as counters are that send a heartbeat. */
  const online = async () => {
    await send(
      [entrance, inner].map(({ key }) => ({
        device: key,
        kind: 'status',
        id: uuid(),
        at: new Date().toISOString(),
        online: true,
      })),
    )
    await expect
      .poll(
        async () =>
          (await operator.call(devices.list)).devices.filter((one) => one.kind === 'counter' && one.online).length,
      )
      .toBe(2)
  }
  const place = async () => {
    await operator.call(occupancy.placeCounter, { deviceId: entrance.id, toZoneId: hall })
    await operator.call(occupancy.placeCounter, { deviceId: inner.id, fromZoneId: hall, toZoneId: office })
  }
  await online()
  if (placed) await place()
  const now = (by: ApiClient = operator) => by.call(occupancy.now)
  const figure = async (id: string, by: ApiClient = operator) => {
    const { zones, floors, sites } = await now(by)
    return [...zones, ...floors, ...sites].find((one) => one.id === id)
  }
  return {
    company,
    floor,
    hall,
    office,
    operator,
    entrance,
    inner,
    apiKey,
    send,
    message,
    online,
    place,
    figure,
    count: (device: ADevice, entries: number, exits: number, at?: Date) => send([message(device, entries, exits, at)]),
    /** Until everything that was sent has been added up. */
    people: (id: string, expected: number | 'few' | null, by?: ApiClient) =>
      expect.poll(async () => (await figure(id, by))?.occupancy, { timeout: 15_000 }).toBe(expected),
    correct: (zoneId: string, count: number, reason = 'Counted by hand') =>
      operator.call(occupancy.correctZone, { zoneId, count, reason }),
    somebody: (can: readonly Permission[], labels: readonly string[] = []) => server.signedIn(company, { can, labels }),
    minute: () => tick('61 s'),
  }
}
