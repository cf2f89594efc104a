// Calls that succeed for every operation of gas detector service, and of gas files, that is on record.
import type { Operation } from '@gatehouse/contract/operation'
import * as gas from '@gatehouse/contract/safety/gas'
import * as exposure from '@gatehouse/contract/safety/gas-exposure'
import * as service from '@gatehouse/contract/safety/detector-service'
import { aChannel, aSensor, aTest } from '../safety/detector-service/detector-service.testing.ts'
import { aDevice } from '../testing/building.testing.ts'
import type { There } from './audited.testing.ts'
import type { Prepared } from './audited-setup.testing.ts'

export const gasServiceCalls = (of: () => There): readonly (readonly [Operation, () => Promise<Prepared>])[] => {
  const aDetector = async () => {
    const { server, admin, company } = of()
    const device = await server.knows(admin, await aDevice(server.store.pool, company, 'gas'))
    await aChannel(server.store.pool, device, 'CO')
    return device
  }
  const anEntry = async () => {
    const { entry } = await of().admin.call(service.recordEntry, aTest(await aDetector(), 'calibration'))
    return { deviceId: entry.deviceId, entryId: entry.id }
  }
  const anExposure = () => ({
    zoneId: of().zone,
    from: new Date(Date.now() - 86_400_000).toISOString(),
    to: new Date().toISOString(),
    reason: 'Incident 7',
  })
  return [
    [exposure.people, async () => [exposure.people, anExposure()]],
    [exposure.csv, async () => [exposure.csv, anExposure()]],
    [service.exportCsv, async () => [service.exportCsv, {}]],
    ...[gas.exportCsv, gas.exportXlsx].map(
      (op) =>
        [
          op,
          async (): Promise<Prepared> => {
            const to = new Date()
            const from = new Date(to.getTime() - 3_600_000)
            const channels = `${(await aDetector()).id}.CO`
            return [op, { channels, from: from.toISOString(), to: to.toISOString() }]
          },
        ] as const,
    ),
    [
      service.setSettings,
      async () => [service.setSettings, { bumpDays: 30, calibrationDays: 90, dueSoonDays: 7, passBandPercent: 15 }],
    ],
    [service.setSensor, async () => [service.setSensor, aSensor(await aDetector())]],
    [service.recordEntry, async () => [service.recordEntry, aTest(await aDetector(), 'bump-test')]],
    [service.voidEntry, async () => [service.voidEntry, { ...(await anEntry()), reason: 'Another detector' }]],
    [
      service.attachCertificate,
      async () => {
        const { deviceId, entryId } = await anEntry()
        const form = new FormData()
        form.append('certificate', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'certificate.pdf')
        const path = `/gas/service/${deviceId}/entries/${entryId}/certificate`
        return [{ ...service.attachCertificate, path }, form]
      },
    ],
  ]
}
