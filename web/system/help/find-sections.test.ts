import { type HelpNode, helpPages } from '@gatehouse/contract/system/help'
import { expect, test } from 'vitest'
import { nodesOf, sectionsOf } from '../../help-plugin.ts'
import { excerptOf, findSections } from './find-sections.ts'
import { nameFor } from './help-dialog.tsx'

const sections = helpPages.flatMap(sectionsOf)

test('sections are found by the beginnings of words, in any case and without accents, headings first', () => {
  expect(findSections(sections, 'QUIET hour').map(({ page }) => page)).toContain('notifications')
  expect(findSections(sections, 'Lógging by hand')[0]).toMatchObject({ page: 'entry-exit', anchor: 'logging-by-hand' })
  expect(findSections(sections, '  ')).toEqual([])
  expect(findSections(sections, 'zeppelin')).toEqual([])
})

test('an excerpt shows the word that was sought', () => {
  const text = `${'word '.repeat(100)}Überlauf ${'word '.repeat(100)}`
  const excerpt = excerptOf({ page: 'doors', heading: 'x', anchor: '', text }, 'uberl')
  expect(excerpt).toContain('Überlauf')
  expect(excerpt.startsWith('… ')).toBe(true)
  expect(excerpt.endsWith(' …')).toBe(true)
  expect(excerpt.length).toBeLessThan(190)
})

test('every link within help leads to a page and a heading that are there', () => {
  const wrong = helpPages.flatMap((page) =>
    linksIn(nodesOf(page))
      .filter((href) => !/^https?:/.test(href))
      .map((href) => (href.startsWith('#') ? `/help/${page.name}${href}` : href))
      .filter((href) => !places.has(href))
      .map((href) => `${page.name}: ${href}`),
  )
  expect(wrong).toEqual([])
})

const places = new Set(
  sections.flatMap(({ page, anchor }) => [`/help/${page}`, `/help/${page}${anchor && `#${anchor}`}`]),
)

const linksIn = (nodes: readonly HelpNode[]): string[] =>
  nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    const [, { href }, ...inside] = node
    return [...(href ? [href] : []), ...linksIn(inside)]
  })

test('pages of help call each other by their titles, and not by their files', () => {
  expect(JSON.stringify(helpPages.map(nodesOf))).not.toMatch(/"href":"[^"]*"\},"[\w-]+\.md"/)
})

test('pictures of the screens are left out, with the paragraph that is nothing else', () => {
  expect(JSON.stringify(helpPages.map(nodesOf))).not.toMatch(/\["(?:img|p)",\{[^}]*\}\]/)
})

test('no page of help has markup of its documents left in it', () => {
  const texts = (nodes: readonly HelpNode[]): string[] =>
    nodes.flatMap((node) =>
      typeof node === 'string' ? [node] : node[0] === 'code' ? [] : texts(node.slice(2) as HelpNode[]),
    )
  for (const page of helpPages)
    expect(
      texts(nodesOf(page)).filter((text) => /\]\(|\*\*|^#+ /.test(text)),
      page.name,
    ).toEqual([])
})

test('an address has the help of the page that is closest to it', () => {
  expect(nameFor('/doors/lockdowns')).toBe('doors')
  expect(nameFor('/entry-exit/dashboard/muster/now')).toBe('muster')
  expect(nameFor('/entry-exit/dashboard')).toBe('entry-exit')
  expect(nameFor('/somewhere-else')).toBe('getting-around')
})
