import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test('an address of IPv4 stands for itself, also where it is written as one of IPv6', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('unknown')).toBe('unknown')
})

test('addresses of IPv6 are one where their first 64 bits are, however they are written', () => {
  const home = '2001:db8:1:2::/64'
  for (const address of [
    '2001:db8:1:2::1',
    '2001:DB8:1:2:ffff:ffff:ffff:ffff',
    '2001:0db8:0001:0002:0:0:0:7',
    '2001:db8:1:2::',
    '2001:db8:1:2:0:5efe:192.0.2.1',
  ])
    expect(networkOf(address), address).toBe(home)
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('::2:3:4:5:6:7:8')).toBe('0:2:3:4::/64')
  expect(networkOf('64:ff9b::192.0.2.1')).toBe('64:ff9b:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})
