// The tones that a person chose are theirs, in every browser; a mute ends by itself.
import * as channels from '@gatehouse/contract/messages/channels'
import * as sound from '@gatehouse/contract/messages/sound'
import { expect, test } from 'vitest'
import { aCompany } from '../../testing/building.testing.ts'
import { sharedServer } from '../../testing/test-server.testing.ts'

test('tones, volume and mute are stored, apart from how one is notified', async () => {
  const server = await sharedServer()
  const company = await aCompany(server.store.pool)
  const guard = await server.signedIn(company, { can: ['manage_account'] })
  expect(await guard.call(sound.mine)).toEqual({ sound: sound.usualSound })
  const mutedUntil = new Date(Date.now() + 15 * 60_000).toISOString()
  const chosen = { alarm: 'siren', ring: 'soft', volume: 30, mutedUntil } as const
  expect(await guard.call(sound.choose, chosen)).toEqual({ sound: chosen })
  const { preferences } = await guard.call(channels.myPreferences)
  await guard.call(channels.setPreferences, { ...preferences, timeZone: 'Europe/Paris' })
  expect(await guard.call(sound.mine)).toEqual({ sound: chosen })
  expect((await guard.call(channels.myPreferences)).preferences.timeZone).toBe('Europe/Paris')
  const colleague = await server.signedIn(company, { can: ['manage_account'] })
  expect(await colleague.call(sound.mine)).toEqual({ sound: sound.usualSound })
})

test('nothing is muted for longer than a day', async () => {
  const server = await sharedServer()
  const guard = await server.signedIn(await aCompany(server.store.pool), { can: ['manage_account'] })
  const mutedUntil = new Date(Date.now() + 25 * 3_600_000).toISOString()
  const { status, body } = await guard.try(sound.choose, { ...sound.usualSound, mutedUntil })
  expect({ status, body }).toMatchObject({ status: 422, body: { details: [{ field: 'mutedUntil' }] } })
  expect((await guard.try(sound.choose, { ...sound.usualSound, volume: 101 })).status).toBe(422)
})
