// The pictures of the public site: what is cut out of which screen, light and dark, and how they are kept.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

const web = join(import.meta.dirname, '../..', 'web')
const folder = join(web, 'public', 'pictures')

export type Theme = 'light' | 'dark'

/** A screen is taken at twice its size, so that it is sharp on a phone too. */
export const sharpness = 2

export interface Album {
  /** What the window shows, or one part of it, down to a height. */
  readonly take: (page: Page, name: string, theme: Theme, cut?: Cut) => Promise<void>
  /** The card that links to the site carry: 1200 x 630. */
  readonly card: (page: Page) => Promise<void>
  /** Writes all of them, in place of those before, and tells the pages how large they are. */
  readonly close: () => Promise<void>
}

interface Cut {
  readonly part?: Locator
  readonly height?: number
}

export const openAlbum = (): Album => {
  const all: Shot[] = []
  let card: Buffer | undefined
  return {
    async take(page, name, theme, { part, height: lowest } = {}) {
      const box = part ? await part.boundingBox() : { x: 0, y: 0, ...(page.viewportSize() ?? { width: 0, height: 0 }) }
      if (!box) throw new Error(`There is nothing to be seen of ${name}`)
      const clip = { ...box, height: Math.min(box.height, lowest ?? box.height) }
      all.push({ name, theme, png: await page.screenshot({ clip }), width: Math.round(clip.width) })
      console.log(`${name}-${theme}`)
    },
    async card(page) {
      card = await page.screenshot()
    },
    async close() {
      rmSync(folder, { recursive: true, force: true })
      mkdirSync(folder, { recursive: true })
      const lines: string[] = []
      for (const picture of all) {
        const { width, height } = await keep(picture)
        const key = /^\w+$/.test(picture.name) ? picture.name : `'${picture.name}'`
        if (picture.theme === 'light') lines.push(`  ${key}: [${width}, ${height}],\n`)
      }
      writeFileSync(join(web, 'site', 'sections', 'pictures.ts'), `${head}${lines.join('')}} as const\n${tail}`)
      if (card) await sharp(card).png({ palette: true, compressionLevel: 9 }).toFile(join(folder, 'card.png'))
    },
  }
}

interface Shot {
  readonly name: string
  readonly theme: Theme
  readonly png: Buffer
  readonly width: number
}

// More effort saves a tenth of the bytes and costs ten times the time.
const keep = async ({ name, theme, png, width }: Shot) => {
  for (const to of widthsOf(width))
    await sharp(png)
      .resize(to)
      .avif({ quality: 48 })
      .toFile(join(folder, `${name}-${theme}-${to}.avif`))
  // For browsers that know no AVIF.
  return sharp(png)
    .resize(width)
    .webp({ quality: 80 })
    .toFile(join(folder, `${name}-${theme}.webp`))
}

/** As web/site/sections/picture.tsx has them. */
const widthsOf = (width: number): number[] =>
  width >= 1000 ? [Math.round(width * 0.6), width, width * 1.5] : [width, width * sharpness]

const head = `// The pictures of the running product that the site shows, each light and dark: how wide and high they are. Written by
// e2e/pictures/pictures.ts.

export const pictures = {
`
const tail = `
export type PictureName = keyof typeof pictures
`
