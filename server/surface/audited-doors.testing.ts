// The calls of the record matrix about devices, and doors as they are worked and kept. What has to be there before, each makes.
import * as devices from '@gatehouse/contract/building/devices'
import * as doors from '@gatehouse/contract/access/doors'
import { v7 as uuid } from 'uuid'
import { aDevice } from '../testing/building.testing.ts'
import type { AdminCalls } from './audited.testing.ts'

export const doorCalls: AdminCalls = (of) => {
  const query = (text: string, values: unknown[]) => of().server.store.pool.query(text, values)
  const aDoorOfItsOwn = async () =>
    (await of().server.knows(of().admin, await aDevice(of().server.store.pool, of().company, 'door'))).id
  const theDoor = () => ({ doorId: of().doorId })
  return [
    [
      devices.register,
      () => ({
        key: `door-${uuid()}`,
        kind: 'door',
        name: 'Side door',
        siteId: of().company.siteId,
        zoneId: of().zone,
      }),
    ],
    [devices.createGateway, () => ({ name: 'gateway' })],
    [devices.rotateCredential, () => ({ deviceId: of().doorId })],
    [
      devices.approveChange,
      async () => {
        const deviceId = of().doorId
        await query(
          `insert into discovered (driver, address, company_id, kind, name, config)
           select driver, address, company_id, kind, name, '{"parts": {"relay": {"kind": "door"}}}'
           from device where id = $1`,
          [deviceId],
        )
        const { discovered } = await of().admin.call(devices.discovered)
        return { deviceId, revision: discovered.find(({ change }) => change)?.change?.revision ?? '' }
      },
    ],
    [
      devices.refuse,
      async () => {
        const address = `gas-${uuid()}`
        await query(
          `insert into discovered (driver, address, company_id, kind, name, config)
           values ('homeassistant', $1, $2, 'gas', 'Boiler', '{}')`,
          [address, of().company.id],
        )
        const { discovered } = await of().admin.call(devices.discovered)
        const revision = discovered.find((one) => one.address === address)?.revision ?? ''
        return { driver: 'homeassistant', address, revision }
      },
    ],
    [doors.unlock, theDoor],
    [doors.lock, theDoor],
    [doors.release, theDoor],
    [doors.hold, () => ({ ...theDoor(), reason: 'A delivery' })],
    [doors.update, () => ({ ...theDoor(), pulseSeconds: 7 })],
    [devices.takeOutOfService, () => ({ deviceId: theDoor().doorId, reason: 'A new strike' })],
    [
      devices.returnToService,
      async () => {
        const deviceId = await aDoorOfItsOwn()
        await of().admin.call(devices.takeOutOfService, { deviceId, reason: 'A new strike' })
        return { deviceId }
      },
    ],
    [doors.retire, async () => ({ doorId: await aDoorOfItsOwn(), reason: 'Bricked up' })],
  ]
}
