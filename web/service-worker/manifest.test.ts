// What the manifest of the installable application names is there, and is what it says.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages } from '@gatehouse/contract/pages'
import { expect, test } from 'vitest'

interface Picture {
  readonly src: string
  readonly sizes: string
  readonly type: string
  readonly purpose?: string
  readonly form_factor?: string
}

const folder = join(import.meta.dirname, '..', 'public')
const manifest: {
  readonly icons: readonly Picture[]
  readonly screenshots: readonly Picture[]
  readonly shortcuts: readonly { readonly url: string }[]
  readonly start_url: string
  readonly scope: string
} = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'))

test('icons of 192 and 512, for any place and for one that cuts their shape, are as large as they say', () => {
  for (const purpose of ['any', 'maskable'])
    for (const size of [192, 512]) {
      const icon = manifest.icons.find((each) => each.sizes === `${size}x${size}` && each.purpose === purpose)
      const bytes = readFileSync(join(folder, icon?.src ?? 'missing'))
      // Of a PNG: width and height stand behind its first words.
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([size, size])
    }
})

test('pictures of it, wide and narrow, are there', () => {
  for (const { src, sizes } of manifest.screenshots) {
    expect(readFileSync(join(folder, src)).length).toBeGreaterThan(1_000)
    expect(sizes).toMatch(/^\d+x\d+$/)
  }
  expect(new Set(manifest.screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['wide', 'narrow']))
})

test('it begins and leads to pages of the application', () => {
  const paths = pages.map(({ path }) => path.replace('/*', ''))
  for (const url of [manifest.start_url, ...manifest.shortcuts.map((shortcut) => shortcut.url)])
    expect(paths).toContain(url.split('?')[0])
  expect(manifest.scope).toBe('/')
})
