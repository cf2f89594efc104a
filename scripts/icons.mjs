// node scripts/icons.mjs: makes the icons of the installable application out of web/public/favicon.svg.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

// What browsers ask for beside a document that names no icon, a picture opened by itself for instance: one PNG in a frame.
const edge = 32
const png = await sharp(Buffer.from(drawn), { density: 72 }).resize(edge, edge).png({ compressionLevel: 9 }).toBuffer()
const frame = Buffer.alloc(22)
frame.writeUInt16LE(1, 2)
frame.writeUInt16LE(1, 4)
frame.set([edge, edge], 6)
frame.writeUInt16LE(1, 10)
frame.writeUInt16LE(32, 12)
frame.writeUInt32LE(png.length, 14)
frame.writeUInt32LE(frame.length, 18)
writeFileSync(join(folder, 'favicon.ico'), Buffer.concat([frame, png]))
