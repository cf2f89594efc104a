// A device that is connected and sends nothing any more, by the held clock.
import pino from 'pino'
import { expect, test } from 'vitest'
import { aCompany, aDevice } from '../../testing/building.testing.ts'
import { freshDatabase } from '../../db/testing.ts'
import { createDirectory } from '../devices/devices.ts'
import { createBus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { tick } from '../../kit/clock.testing.ts'
import { judgesNothing } from '../ingest/ingest.testing.ts'
import { createDeviceHealth } from './device-health.ts'

test('a device that has sent nothing for a minute is off line, although it is connected', async () => {
  const { store, drop } = await freshDatabase()
  const company = await aCompany(store.pool)
  const [silent, steady] = [await aDevice(store.pool, company, 'gas'), await aDevice(store.pool, company, 'gas')]
  const directory = createDirectory(store.db)
  await directory.load()
  const log = pino({ level: 'silent' })
  const health = createDeviceHealth(store, createBus(log), directory, judgesNothing, log)
  const statusOf = async ({ id }: { id: string }) =>
    (await store.pool.query('select online, last_seen_at from device_status where device_id = $1', [id])).rows[0]
  const lastSeen = clock.now()
  health.seen(silent.id, lastSeen)
  // Less than what counts as a machine that stood still, which nobody is blamed for.
  const goOnUntil = async (seconds: number) => {
    while (clock.ms() < lastSeen.getTime() + seconds * 1000) {
      health.seen(steady.id, clock.now())
      await tick('2 s')
    }
  }
  try {
    await goOnUntil(45)
    expect(await statusOf(silent)).toMatchObject({ online: true })
    await goOnUntil(70)
    expect(await statusOf(silent)).toEqual({ online: false, last_seen_at: lastSeen })
    expect(await statusOf(steady)).toMatchObject({ online: true })
  } finally {
    await health.stop()
    await drop()
  }
})
