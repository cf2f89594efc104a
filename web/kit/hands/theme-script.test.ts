// theme.js runs before everything else and can import nothing: it is held to what the rest says here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import vm from 'node:vm'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../..')
const script = readFileSync(join(web, 'public', 'theme.js'), 'utf8')
const tokens = readFileSync(join(web, 'ui', 'theme', 'tokens.ts'), 'utf8')

const firstPaint = (stored: Readonly<Record<string, string>> | 'forbidden', isSystemDark = false, marks = {}) => {
  const dataset: Record<string, string> = { ...marks }
  const links: { readonly href: string }[] = []
  const metas = [{ content: '' }, { content: '' }]
  vm.runInNewContext(script, {
    addEventListener: () => {},
    matchMedia: () => ({ matches: isSystemDark }),
    localStorage: {
      getItem: (key: string) => {
        if (stored === 'forbidden') throw new Error('SecurityError')
        return stored[key] ?? null
      },
    },
    document: {
      documentElement: { dataset },
      querySelectorAll: () => metas,
      createElement: () => ({}),
      head: { append: (link: { readonly href: string }) => links.push(link) },
    },
  })
  return { ...dataset, bar: metas.map(({ content }) => content).join(), asked: links.map(({ href }) => href).join() }
}

test('the theme is the system’s unless one was chosen', () => {
  expect(firstPaint({})).toMatchObject({ theme: 'light', density: 'comfortable' })
  expect(firstPaint({}, true)).toMatchObject({ theme: 'dark' })
  expect(firstPaint({ themeMode: 'light' }, true)).toMatchObject({ theme: 'light' })
  expect(firstPaint({ themeMode: 'dark', density: 'compact' })).toMatchObject({ theme: 'dark', density: 'compact' })
  expect(firstPaint({ themeMode: 'pink' }, true)).toMatchObject({ theme: 'dark' })
})

test('where storage is forbidden the system’s theme is shown', () => {
  expect(firstPaint('forbidden', true)).toEqual({
    theme: 'dark',
    density: 'comfortable',
    bar: '#0b1120,#0b1120',
    asked: '',
  })
})

test('whoever is signed in is known before the first paint', () => {
  expect(firstPaint({ userInfo: '{}' })).toHaveProperty('signedIn')
  expect(firstPaint({})).not.toHaveProperty('signedIn')
})

test('a public document has our letters once that very file was fetched, and the system’s before', () => {
  const before = { letters: '/assets/new.woff2' }
  expect(firstPaint({}, false, before)).toMatchObject({ ...before, asked: '' })
  expect(firstPaint({ letters: '/assets/old.woff2' }, false, before)).toMatchObject({ ...before, asked: '' })
  const after = firstPaint(before, false, before)
  expect(after).not.toHaveProperty('letters')
  expect(after.asked).toBe('/assets/new.woff2')
  expect(firstPaint({})).not.toHaveProperty('letters')
})

test('the browser’s own bar has the ground of the theme, as the tokens and both documents say it', () => {
  const light = /100: '(#\w+)'/.exec(tokens)?.[1] ?? ''
  const dark = /950: '(#\w+)'/.exec(tokens)?.[1] ?? ''
  expect(tokens).toContain('page: slate[100]')
  expect(tokens).toContain('page: slate[950]')
  expect(firstPaint({ themeMode: 'light' }).bar).toBe(`${light},${light}`)
  expect(firstPaint({ themeMode: 'dark' }).bar).toBe(`${dark},${dark}`)
  for (const page of ['index.html', 'site.html']) {
    const html = readFileSync(join(web, page), 'utf8')
    expect(html).toContain(`content="${light}" media="(prefers-color-scheme: light)"`)
    expect(html).toContain(`content="${dark}" media="(prefers-color-scheme: dark)"`)
  }
})
