// Calls that succeed for every operation of places, plans, groups of doors, doors being set up and messages of devices that is
// on record.
import * as doorGroups from '@gatehouse/contract/access/door-groups'
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import * as devices from '@gatehouse/contract/building/devices'
import * as ingest from '@gatehouse/contract/building/ingest'
import type { Operation } from '@gatehouse/contract/operation'
import * as gas from '@gatehouse/contract/safety/gas'
import * as plans from '@gatehouse/contract/building/plans'
import * as polling from '@gatehouse/contract/building/polling'
import * as sites from '@gatehouse/contract/building/sites'
import { v7 as uuid } from 'uuid'
import { aDrawing } from '../building/plans/sheets.testing.ts'
import type { There } from './audited.testing.ts'

/** What is to be sent; of a call with a file its path is written out. */
export type Prepared = readonly [op: Operation, input: unknown]

export const setupCalls = (of: () => There): readonly (readonly [Operation, () => Promise<Prepared>])[] => {
  const name = () => `Named ${uuid()}`
  const aSite = async () => (await of().admin.call(sites.create, { name: name(), timeZone: 'Europe/London' })).site.id
  const aFloor = async () => {
    const { site } = await of().admin.call(sites.addFloor, { siteId: await aSite(), name: 'Ground', level: 0 })
    return site.floors[0]?.id ?? ''
  }
  const aZone = async () => {
    const { site } = await of().admin.call(sites.addZone, { siteId: await aSite(), name: 'Lobby' })
    return site.zones[0]?.id ?? ''
  }
  const aDoor = async () =>
    (await of().admin.call(doorSetup.add, { name: name(), siteId: of().company.siteId })).device.id
  const aGroup = async () => (await of().admin.call(doorGroups.create, { name: name() })).group.id
  const aFile = () => {
    const form = new FormData()
    form.append('plan', new Blob([Uint8Array.from(aDrawing())], { type: 'image/svg+xml' }), 'floor.svg')
    return form
  }
  const aPlan = async () => {
    const floorId = await aFloor()
    await of().admin.try(...drawingOf(floorId))
    return floorId
  }
  const drawingOf = (floorId: string): [Operation, unknown] => [
    { ...plans.setPicture, path: `/plans/${floorId}/picture/1` },
    aFile(),
  ]
  /** A lock of Home Assistant that waits, of a door or of nobody yet. */
  const waiting = async (driver: string, address: string) => {
    const { server, company } = of()
    await server.store.pool.query(
      `insert into discovered (driver, address, company_id, kind, name, config)
       values ($1, $2, $3, 'door', 'Lock', '{"parts": {"homeassistant/lock/front/config": {"entities": []}}}')`,
      [driver, address, company.id],
    )
    const { discovered } = await of().admin.call(doorSetup.discovered)
    return discovered.find((one) => one.address === address)?.revision ?? ''
  }
  /** Of a detector that is polled, and not there. */
  const polled = {
    protocol: 'modbus' as const,
    host: '127.0.0.1',
    port: 9,
    map: {
      maker: 'Maker',
      model: 'Model',
      channels: [
        {
          channel: 'CO' as const,
          unit: 'ppm' as const,
          register: { table: 'holding' as const, address: 0, type: 'uint16' as const },
        },
      ],
    },
  }
  const aPolledDevice = async () => {
    const wanted = { kind: 'gas' as const, name: name(), siteId: of().company.siteId, driver: 'modbus' as const }
    return (await of().admin.call(devices.register, { ...wanted, settings: polled })).device.id
  }
  const anApiKey = () => of().admin.call(ingest.createApiKey, { name: 'Reception' })
  /** The id in quarantine of a reading by a device that nobody has taken in. */
  const rejected = async (device: string) => {
    const reading = { kind: 'reading', id: uuid(), at: new Date().toISOString(), channel: 'CO', value: 1, unit: 'ppm' }
    const { secret } = await anApiKey()
    await of()
      .server.client()
      .try(ingest.batch, [{ device, ...reading }], { 'x-api-key': secret })
    const { messages } = await of().admin.call(ingest.quarantine, {})
    return messages.find(({ payload }) => payload.includes(device))?.id ?? ''
  }
  const same = <Op extends Operation>(op: Op, input: () => Promise<unknown>) =>
    [op, async (): Promise<Prepared> => [op, await input()]] as const
  return [
    same(sites.create, async () => ({ name: name(), timeZone: 'UTC' })),
    same(sites.update, async () => ({ siteId: await aSite(), name: name() })),
    same(sites.remove, async () => ({ siteId: await aSite() })),
    same(sites.addFloor, async () => ({ siteId: await aSite(), name: 'First', level: 1 })),
    same(sites.updateFloor, async () => ({ floorId: await aFloor(), level: 2 })),
    same(sites.removeFloor, async () => ({ floorId: await aFloor() })),
    same(sites.addZone, async () => ({ siteId: await aSite(), name: 'Lobby' })),
    same(sites.updateZone, async () => ({ zoneId: await aZone(), use: 'storage' })),
    same(sites.removeZone, async () => ({ zoneId: await aZone() })),
    [plans.setPicture, async () => drawingOf(await aFloor())],
    same(plans.removePicture, async () => ({ floorId: await aPlan() })),
    same(plans.arrange, async () => {
      const { siteId } = of().company
      const { site } = await of().admin.call(sites.addFloor, { siteId, name: name(), level: 7 })
      const floorId = site.floors.find(({ level }) => level === 7)?.id
      return { floorId, placed: [{ deviceId: await aDoor(), x: 0.5, y: 0.5, rotation: 0 }] }
    }),
    same(polling.tryConnection, async () => ({ settings: polled })),
    same(polling.findDevices, async () => ({ host: '127.0.0.1', port: 9, waitMs: 100 })),
    same(polling.readObjects, async () => ({ host: '127.0.0.1', port: 9, deviceInstance: 1, timeoutMs: 100 })),
    same(polling.changeSettings, async () => ({
      deviceId: await aPolledDevice(),
      settings: { ...polled, intervalSeconds: 10 },
    })),
    same(ingest.createApiKey, async () => ({ name: 'Reception' })),
    same(ingest.revokeApiKey, async () => ({ id: (await anApiKey()).apiKey.id })),
    same(ingest.replay, async () => {
      const key = `gas-${uuid()}`
      const id = await rejected(key)
      await of().admin.call(devices.register, { key, kind: 'gas', name: name(), siteId: of().company.siteId })
      return { id }
    }),
    same(devices.setLines, async () => {
      const counter = { kind: 'counter', name: name(), siteId: of().company.siteId } as const
      const registered = await of().admin.call(devices.register, counter)
      return { deviceId: registered.device.id, in: ['Entry'], out: ['Exit'] }
    }),
    same(gas.configure, async () => {
      const device = { key: `gas-${uuid()}`, kind: 'gas', name: name(), siteId: of().company.siteId } as const
      const registered = await of().admin.call(devices.register, device)
      return { deviceId: registered.device.id, settings: { celsius: 20, kilopascals: 101.325 } }
    }),
    same(ingest.discard, async () => ({ id: await rejected(`gas-${uuid()}`) })),
    // None that another call is about.
    same(ingest.discardAll, async () => ({ until: '2020-01-01T00:00:00.000Z' })),
    same(doorGroups.create, async () => ({ name: name() })),
    same(doorGroups.update, async () => ({ groupId: await aGroup(), doorIds: [await aDoor()] })),
    same(doorGroups.remove, async () => ({ groupId: await aGroup() })),
    same(doorSetup.add, async () => ({ name: name(), siteId: of().company.siteId })),
    same(doorSetup.relocate, async () => ({
      doorId: await aDoor(),
      name: name(),
      siteId: of().company.siteId,
      zoneId: null,
      fromZoneId: null,
    })),
    same(doorSetup.rewire, async () => {
      const wanted = {
        name: name(),
        siteId: of().company.siteId,
        driver: 'shelly' as const,
        address: `shelly-${uuid()}`,
      }
      const { device } = await of().admin.call(doorSetup.add, wanted)
      return { doorId: device.id, relay: 1, energised: 'locked', contact: null, cover: null }
    }),
    same(doorSetup.renewSecret, async () => ({ doorId: await aDoor() })),
    same(doorSetup.addGateway, async () => ({ driver: 'zigbee2mqtt', name: 'bridge' })),
    same(doorSetup.refuse, async () => {
      const address = `lock-${uuid()}`
      return { driver: 'homeassistant', address, revision: await waiting('homeassistant', address) }
    }),
    same(doorSetup.approve, async () => {
      const address = `lock-${uuid()}`
      const { siteId } = of().company
      const wanted = { name: name(), siteId, driver: 'homeassistant' as const, address }
      const { device } = await of().admin.call(doorSetup.add, wanted)
      return { doorId: device.id, revision: await waiting('homeassistant', address) }
    }),
  ]
}
