import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pages } from './pages.ts'
import { helpPages } from './system/help.ts'

const docs = join(import.meta.dirname, '../docs')

test('each page of the signed-in has one page of help', () => {
  const about = helpPages.flatMap(({ paths }) => paths)
  const guarded = pages.flatMap(({ path, permissions }) => (permissions && path !== '/help/*' ? [path] : []))
  expect(about.toSorted()).toEqual(guarded.toSorted())
})

test('each page of help is a document of its own', () => {
  expect(helpPages.filter(({ name }) => !existsSync(join(docs, `${name}.md`)))).toEqual([])
  for (const key of ['name', 'title', 'about'] as const)
    expect(new Set(helpPages.map((page) => page[key])).size).toBe(helpPages.length)
})
