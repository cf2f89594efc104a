import { describe, expect, test } from 'vitest'
import { createDeviceAddresses } from './device-address.ts'

const resolving =
  (...found: string[]) =>
  async () =>
    found.map((address) => ({ address, family: 4 }))
const addresses = (allow: readonly string[] = [], ...found: string[]) =>
  createDeviceAddresses(allow, () => [1883], resolving(...found))

describe('devices are in private networks', () => {
  test.each(['10.0.4.20', '172.16.0.9', '192.168.1.50', '100.64.0.7', '8.8.8.8', 'fd12:3456::7', '2a00:1450::1'])(
    '%s',
    (address) => expect(() => addresses().check(address, 502)).not.toThrow(),
  )

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0', '169.254.169.254', 'fe80::1', '224.0.0.1', 'ff02::1'])(
    'and never %s',
    (address) => expect(() => addresses().check(address, 502)).toThrow(),
  )

  test.each(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254'])('nor %s, where clouds tell secrets', (address) =>
    expect(() => addresses().check(address, 80)).toThrow(),
  )
})

test('a name is judged by every address that it has, and the one that was judged is connected to', async () => {
  expect(await addresses([], '10.0.4.20').resolve('gas.example', 502)).toBe('10.0.4.20')
  await expect(addresses([], '10.0.4.20', '127.0.0.1').resolve('gas.example', 502)).rejects.toThrow('this machine')
  await expect(addresses([], '169.254.169.254').resolve('gas.example', 80)).rejects.toThrow(
    'not the address of a device',
  )
  await expect(addresses([]).resolve('gas.example', 502)).rejects.toThrow('could not be found')
})

test('this machine can be allowed, but for ports of our own', () => {
  expect(() => addresses(['127.0.0.1']).check('127.0.0.1', 502)).not.toThrow()
  expect(() => addresses(['127.0.0.1']).check('127.0.0.1', 1883)).toThrow('port of Gatehouse')
})
