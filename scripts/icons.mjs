// node scripts/icons.mjs: makes the icons of the installable application out of web/public/favicon.svg.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '..', 'web', 'public')
const drawn = readFileSync(join(folder, 'favicon.svg'), 'utf8')

// Where the system cuts the shape, the ground goes to the edge and the sign keeps clear of it.
const filled = (share) => {
  const [ground, ...sign] = drawn.match(/<(rect|path)[^>]*>/g)
  const inset = 16 * (1 - share)
  const at = `translate(${inset} ${inset}) scale(${share})`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${ground.replace(/ rx="\d+"/, '')}<g transform="${at}">${sign.join('')}</g></svg>`
}

const icons = [
  { name: 'any-192', size: 192, svg: drawn },
  { name: 'any-512', size: 512, svg: drawn },
  { name: 'maskable-192', size: 192, svg: filled(0.8) },
  { name: 'maskable-512', size: 512, svg: filled(0.8) },
  { name: 'apple-touch-icon', size: 180, svg: filled(0.9) },
]

mkdirSync(join(folder, 'icons'), { recursive: true })
for (const { name, size, svg } of icons) {
  await sharp(Buffer.from(svg), { density: 72 * (size / 32) })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(folder, 'icons', `${name}.png`))
}
