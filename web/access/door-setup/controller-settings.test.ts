import type { Connection } from '@gatehouse/contract/building/devices'
import { expect, test } from 'vitest'
import { firstWords, settingsFor } from './controller-settings.ts'

const door: Connection = { driver: 'gatehouse', address: 'front-1', host: null, port: 1883, username: 'front-1' }

test('a controller is told where, as whom, and under which topic', () => {
  const { settings } = settingsFor(door, 'gate.example', 's3cret')
  expect(Object.fromEntries(settings.map(({ label, value }) => [label, value]))).toEqual({
    Server: 'gate.example',
    Port: '1883',
    'User name': 'front-1',
    Password: 's3cret',
    Topic: 'gatehouse/v1/front-1/…',
  })
  expect(firstWords(door, 'gate.example', 's3cret')).toMatch(
    /^mosquitto_pub -h gate\.example -p 1883 -u front-1 -P 's3cret' -q 1 -t gatehouse\/v1\/front-1\/state -m '\{"id":/,
  )
  expect(firstWords(door, 'gate.example', null)).toBeNull()
})

test('what the server is known as comes before where the browser found it', () => {
  const known = { ...door, driver: 'shelly' as const, host: 'mqtt.example' }
  expect(settingsFor(known, 'localhost', null).settings[0]).toEqual({ label: 'Server', value: 'mqtt.example:1883' })
  expect(firstWords(known, 'localhost', 's3cret')).toBeNull()
})

test('Zigbee2MQTT gets a file to paste, with a login where there is one', () => {
  const gateway = { ...door, driver: 'zigbee2mqtt' as const, username: 'bridge' }
  expect(settingsFor(gateway, 'gate.example', 's3cret').file?.text).toContain(
    'mqtt:\n  server: mqtt://gate.example:1883\n  base_topic: zigbee2mqtt\n  user: bridge\n  password: s3cret\n',
  )
  expect(settingsFor({ ...gateway, username: null }, 'gate.example', null).file?.text).not.toContain('user')
})
