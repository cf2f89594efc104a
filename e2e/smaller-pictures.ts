// Makes the gallery's pictures small enough to be kept: 256 colours are all that a screen of it needs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dirname, 'gallery-pictures')

for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.png')) continue
  const path = join(folder, name)
  const before = readFileSync(path)
  const after = await sharp(before)
    .png({ palette: true, colours: 256, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer()
  if (after.length < before.length) writeFileSync(path, after)
}
