import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Operation } from './operation.ts'
import { liveEvents, operations, shownIn, touching } from './contract.ts'

const here = import.meta.dirname
const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(file),
)

/** Parts of another domain: pages that need no more of it load no more. */
const apart = [
  'identity/picture.ts',
  'safety/alarm-counts.ts',
  'building/device-service.ts',
  'access/access-assign.ts',
  'access/access-files.ts',
]

const camelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

test('an operation is called as its file and what that exports it as, and the contract knows them all', async () => {
  const wrong: string[] = []
  let found = 0
  for (const file of files) {
    const exported: Record<string, unknown> = await import(join(here, file))
    for (const [key, value] of Object.entries(exported)) {
      if (typeof value !== 'object' || value === null || !('method' in value) || !('name' in value)) continue
      const name = `${camelCase(file.split('/').at(-1)?.slice(0, -3) ?? '')}.${key}`
      found++
      if (!apart.includes(file) && value.name !== name) wrong.push(`${file}: ${String(value.name)}, not ${name}`)
      if (operations.get(String(value.name)) !== value) wrong.push(`${String(value.name)} is not in the contract`)
    }
  }
  expect(found).toBeGreaterThan(300)
  expect(wrong).toEqual([])
})

test('what a domain shows, and what an event touches, are domains', () => {
  const domains = Object.keys(shownIn)
  expect(
    [...operations.keys()].map((name) => name.split('.')[0]).filter((name) => !domains.includes(name ?? '')),
  ).toEqual([])
  expect(liveEvents.map(({ name }) => name.split('.')[0]).filter((name) => !domains.includes(name ?? ''))).toEqual([])
  expect(touching.length).toBeGreaterThan(5)
  for (const [domain, shown] of Object.entries(shownIn)) expect(shown).toContain(domain)
  expect(shownIn['labels']).toContain('users')
})

test('only commands touch, and none that answers a token: nothing could be read again with the one before', () => {
  const schemaOf = ({ output }: Operation) => z.toJSONSchema(output, { unrepresentable: 'any' })
  const answersToken = ({ properties = {}, anyOf = [], oneOf = [] }: z.core.JSONSchema.BaseSchema): boolean =>
    'token' in properties || [...anyOf, ...oneOf].some((option) => typeof option === 'object' && answersToken(option))
  const wrong = [...operations.values()].filter(
    (op) => op.touches && (op.kind === 'query' || answersToken(schemaOf(op))),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})
