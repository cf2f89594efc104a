import { expect, test } from 'vitest'
import { passkeyObstacle } from './passkey-support.ts'

const good = { protocol: 'https:', hostname: 'gatehouse.example', port: '', secure: true, known: true }

test('by name and encrypted, or on this machine by its name, passkeys work', () => {
  expect(passkeyObstacle(good)).toBeNull()
  expect(passkeyObstacle({ ...good, protocol: 'http:', hostname: 'localhost', port: '3000' })).toBeNull()
})

test('by an address they cannot, and the page says by which name they would', () => {
  const here = { ...good, protocol: 'http:', port: '3000' }
  expect(passkeyObstacle({ ...here, hostname: '127.0.0.1' })).toContain('Open http://localhost:3000 instead.')
  expect(passkeyObstacle({ ...here, hostname: '[::1]' })).toContain('Open http://localhost:3000 instead.')
  expect(passkeyObstacle({ ...here, hostname: '192.168.0.7', secure: false })).toContain('by its name instead')
})

test('unencrypted, or in a browser that does not know them, they cannot', () => {
  expect(passkeyObstacle({ ...good, secure: false })).toContain('https')
  expect(passkeyObstacle({ ...good, known: false })).toContain('This browser')
})
