// The calls of the record matrix about people counting. What has to be there before, each makes.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import { aDevice, aFloor, aZone } from '../testing/building.testing.ts'
import type { AdminCalls } from './audited.testing.ts'

export const peopleCountCalls: AdminCalls = (of) => {
  const aCounter = async () =>
    (await of().server.knows(of().admin, await aDevice(of().server.store.pool, of().company, 'counter'))).id
  const aCountedZone = async (floorId: string | null = null) => {
    const zoneId = await aZone(of().server.store.pool, of().company, `Zone ${crypto.randomUUID()}`, floorId)
    const deviceId = await aCounter()
    await of().admin.call(occupancy.placeCounter, { deviceId, toZoneId: zoneId })
    return { zoneId, deviceId }
  }
  const aCleanedZone = async () => {
    const zoneId = of().zone
    await of().admin.call(peopleCount.setCleaning, { zoneId, uses: 200 })
    return { zoneId }
  }
  const found = { count: 3, reason: 'Counted by hand' }
  const days = () => ({
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date().toISOString(),
    placeId: of().zone,
    step: 'hour',
  })
  return [
    [occupancy.placeCounter, async () => ({ deviceId: await aCounter(), toZoneId: of().zone })],
    [occupancy.removeCounter, async () => ({ deviceId: (await aCountedZone()).deviceId })],
    [occupancy.correctZone, async () => ({ zoneId: (await aCountedZone()).zoneId, ...found })],
    [
      occupancy.correctFloor,
      async () => {
        const floorId = await aFloor(of().server.store.pool, of().company, `Floor ${crypto.randomUUID()}`, 6)
        await aCountedZone(floorId)
        return { floorId, ...found }
      },
    ],
    [
      occupancy.correctSite,
      async () => {
        await aCountedZone()
        return { siteId: of().company.siteId, ...found }
      },
    ],
    [occupancy.setAccuracy, async () => ({ deviceId: (await aCountedZone()).deviceId, accuracy: 97, uncertainty: 2 })],
    [occupancy.setLimits, () => ({ placeId: of().zone, limits: [{ people: 40 }] })],
    [occupancy.setReset, () => ({ siteId: of().company.siteId, resetAt: '03:30', quietHours: 3 })],
    [occupancy.setRetention, () => ({ keepDays: 300 })],
    [occupancy.createDisplay, () => ({ placeId: of().zone, title: 'North door' })],
    [
      occupancy.revokeDisplay,
      async () => {
        const { display } = await of().admin.call(occupancy.createDisplay, { placeId: of().zone, title: 'South door' })
        return { displayId: display.id }
      },
    ],
    [occupancy.correctionsCsv, () => ({})],
    [peopleCount.flowCsv, days],
    [peopleCount.setCleaning, () => ({ zoneId: of().zone, uses: 200 })],
    [peopleCount.cleaned, aCleanedZone],
  ]
}
