import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

vi.mock('zod', () => import('./no-schemas.ts'))

const contract = join(import.meta.dirname, '../../contract')

test('every domain of the contract can be loaded without schemas', async () => {
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[a-z/-]+\.ts$/.test(name),
  )
  expect(files.length).toBeGreaterThan(50)
  for (const file of files) await import(join(contract, file))
  const { checkSession } = await import('@gatehouse/contract/identity/auth')
  expect(checkSession).toMatchObject({ method: 'GET', path: '/check-session', permission: 'signed-in' })
})

test('whoever asks for a schema is told that there is none', async () => {
  const { checkSession } = await import('@gatehouse/contract/identity/auth')
  expect(() => checkSession.output.safeParse({})).toThrow('The browser carries no schemas')
})
