// What conversions and averages of a detector are made with.
import { gasSettingsOf } from '@gatehouse/devices/measure'
import * as gas from '@gatehouse/contract/safety/gas'
import { changeSettings, type Directory, type KnownDevice } from '../../building/devices/devices.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changes } from '../../kit/changes.ts'
import { notFound } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'

export const serveSettings = (serve: Serve, db: Db, directory: Pick<Directory, 'byId'>) => {
  const detector = (id: string): KnownDevice => {
    const device = directory.byId(id)
    if (device?.kind !== 'gas') throw notFound('This detector')
    return device
  }
  // Wrong ones, which nothing is converted by, are none to begin with.
  const settingsOf = ({ config }: KnownDevice) => {
    const settings = gasSettingsOf(config)
    return typeof settings === 'string' ? {} : settings
  }

  serve(gas.settings, async ({ deviceId }) => ({ settings: settingsOf(detector(deviceId)) }))

  serve(gas.configure, async ({ deviceId, settings }, _caller, call) => {
    const device = detector(deviceId)
    await inTransaction(db, async (tx) => {
      await changeSettings(tx, deviceId, 'gas', settings)
      await call.record(tx, { subject: device.name, ...changes({ ...settingsOf(device) }, { ...settings }) })
    })
    return { settings }
  })
}
