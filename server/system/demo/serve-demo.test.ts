// To whom demo mode offers its accounts.
import { expect, test } from 'vitest'
import { offeredTo } from './serve-demo.ts'

const accounts = ['admin@gatehouse.example']
const published = { password: 'Gatehouse#2026', accounts }

test('this machine is offered the demo accounts, another one nothing', () => {
  expect(offeredTo(published, '127.0.0.1', 'localhost')).toEqual(published)
  expect(offeredTo(published, '192.0.2.7', 'localhost')).toBeNull()
  expect(offeredTo(published, '127.0.0.1', 'demo.example')).toBeNull()
})

test('a password that an operator chose is given to nobody, for a proxy on this machine asks for everybody', () => {
  const chosen = { password: 'Chosen#2026', accounts }
  expect(offeredTo(chosen, '127.0.0.1', '127.0.0.1')).toEqual({ password: '', accounts: [] })
})
