// Uploads that nobody means well with, of every kind, the same ones every time.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export interface Hostile {
  readonly what: string
  /** As it goes over the wire. */
  readonly body: Buffer
}

/** In everything that is sent and in nothing that may come back. */
export const canary = 'CANARY-9f31c6d2'
export const boundary = 'gatehouse-hostile-boundary'

/** `rounds`: 1 for one of each kind and each way of it; with 2 there are some two hundred. */
export const hostileUploads = async (seed: number, rounds: number): Promise<Hostile[]> => {
  const random = randomFrom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const pick = <T>(list: readonly T[]): T => {
    const one = list[below(list.length)]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }
  const times = (count: number, make: (n: number) => Hostile) =>
    Array.from({ length: Math.ceil(count * rounds) }, (_, n) => make(n))
  const noise = (length: number) => Buffer.from(Array.from({ length }, () => below(256)))
  const { jpeg, png, gif } = await pictures(random)
  const whole = [jpeg, png, gif]

  return [
    ...times(foreign.length + 1, (n) => {
      const start = [...foreign, noise(12)][n % (foreign.length + 1)] ?? noise(12)
      return upload(`wrong magic ${n}`, Buffer.concat([start, Buffer.from(canary), noise(400)]), { type: pick(types) })
    }),
    ...times(12, (n) => {
      const bytes = pick(whole)
      return upload(`truncated ${n}`, bytes.subarray(0, 1 + below(bytes.length - 1)), { type: pick(types) })
    }),
    ...times(10, (n) =>
      upload(
        `polyglot ${n}`,
        Buffer.concat([pick(whole), Buffer.from(payloads[n % payloads.length] ?? ''), noise(60)]),
      ),
    ),
    ...times(3, (n) =>
      upload(`svg ${n}`, Buffer.from(drawings[n % drawings.length] ?? ''), { type: 'image/svg+xml', name: 'me.svg' }),
    ),
    ...times(3, (n) =>
      upload(`svg called png ${n}`, Buffer.from(drawings[n % drawings.length] ?? ''), { name: 'me.png' }),
    ),
    ...bombs(jpeg, gif).map((bytes, n) => upload(`bomb ${n}`, bytes)),
    ...(await canaried(jpeg, png, gif, random)).map((bytes, n) => upload(`metadata ${n}`, bytes)),
    ...(await animations(random, rounds)).map((bytes, n) => upload(`animation ${n}`, bytes, { type: 'image/gif' })),
    ...times(10, (n) => upload(`next to nothing ${n}`, pick(whole).subarray(0, n))),
    ...times(1, (n) => {
      const tooLong = Buffer.alloc(5_242_881 + n, canary)
      pick(whole).copy(tooLong)
      return upload(`too large ${n}`, tooLong)
    }),
    ...times(fields.length, (n) => upload(`wrong field ${n}`, pick(whole), { field: fields[n % fields.length] ?? '' })),
    ...times(1, (n) => {
      const part = partOf(pick(whole), {})
      return { what: `two files ${n}`, body: Buffer.concat([part, part, end]) }
    }),
    ...times(1, (n) => {
      const field = Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\n${canary}\r\n`)
      const fields = Buffer.concat(Array.from({ length: 500 }, () => field))
      return { what: `500 fields ${n}`, body: Buffer.concat([fields, partOf(pick(whole), {}), end]) }
    }),
    ...times(lies.length, (n) => upload(`lying type ${n}`, pick(whole), { type: lies[n % lies.length] ?? '' })),
    ...times(paths.length, (n) => upload(`traversal ${n}`, pick(whole), { name: paths[n % paths.length] ?? '' })),
  ]
}

const fields = ['file', 'avatar', '__proto__', ''] as const
const types = ['image/jpeg', 'image/png', 'image/gif'] as const
const lies = ['text/html', 'image/svg+xml', 'application/x-php', 'image/png; charset=utf-7', `x/${canary}`] as const
const paths = [
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/dev/null',
  'a\0.png',
  `${'../../'.repeat(200)}${canary}`,
] as const

const foreign = [
  ...['<!doctype html><script>', '#!/bin/sh\n', '<?php system(', '%PDF-1.7\n', 'PK\x03\x04', 'GIF8', 'BM', 'II*\0'],
  ...['RIFF\x24\0\0\0WEBPVP8 ', '\x7fELF', '\0\0\0\x20ftypavif', '8BPS\0\x01', 'v/1\x01', 'P6 4 4 255\n'],
].map((text) => Buffer.from(text, 'latin1'))

const payloads = [
  `*/=1;/*<script>alert('${canary}')</script>`,
  `<?php system($_GET['${canary}']); ?>`,
  `<html><body onload="alert('${canary}')">`,
  `PK\x03\x04${canary}`,
  `%PDF-1.7 ${canary} /JavaScript`,
]

const drawings = [
  `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert('${canary}')</script></svg>`,
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
   <svg xmlns="http://www.w3.org/2000/svg"><text>&x;${canary}</text></svg>`,
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
   <image xlink:href="http://127.0.0.1:1/${canary}" width="64" height="64"/></svg>`,
]

interface Part {
  readonly type?: string
  readonly name?: string
  readonly field?: string
}

const end = Buffer.from(`--${boundary}--\r\n`)

const partOf = (bytes: Uint8Array, { type = 'image/png', name = 'me.png', field = 'profilePicture' }: Part) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n`),
    Buffer.from(`content-type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])

const upload = (what: string, bytes: Uint8Array, part: Part = {}): Hostile => ({
  what,
  body: Buffer.concat([partOf(bytes, part), end]),
})

const pictures = async (random: () => number) => {
  const raw = { width: 160, height: 120, channels: 3 } as const
  const pixels = Buffer.from(Array.from({ length: 160 * 120 * 3 }, () => Math.floor(random() * 256)))
  const of = () => sharp(pixels, { raw })
  return {
    jpeg: withComment(await of().jpeg().toBuffer()),
    png: withChunk(await of().png().toBuffer(), 'tEXt', Buffer.from(`Comment\0${canary}`)),
    gif: withGifComment(await of().gif().toBuffer()),
  }
}

const withComment = (jpeg: Buffer, marker = 0xfe, text = canary) => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text, 'latin1'), jpeg.subarray(2)])
}

const withChunk = (png: Buffer, type: string, data: Buffer) =>
  Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)])

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const withGifComment = (gif: Buffer) => {
  const at = 13 + ((gif[10] ?? 0) & 0x80 ? 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) : 0)
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, canary.length]), Buffer.from(canary), Buffer.from([0])])
  return Buffer.concat([gif.subarray(0, at), comment, gif.subarray(at)])
}

/** A PNG of these measures: of zeros in full, or with next to nothing behind the promise. */
const pngOf = (width: number, height: number, bits: number, colour: number, bytes: number, interlaced = 0) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colour, 0, 0, interlaced], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = chunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 1 }))
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))])
}

/** As much as fits into a quarter of the largest there may be, and true: twenty-four of them together would be 1.2 GB. */
export const aLargeOne = (): Hostile => upload('large', pngOf(3500, 3500, 8, 6, 3500 * (3500 * 4 + 1)))

const bombs = (jpeg: Buffer, gif: Buffer): Buffer[] => {
  const hugeJpeg = Buffer.from(jpeg)
  const frame = hugeJpeg.indexOf(Buffer.from([0xff, 0xc0]))
  hugeJpeg.writeUInt16BE(65_500, frame + 5)
  hugeJpeg.writeUInt16BE(65_500, frame + 7)
  const hugeGif = Buffer.from(gif)
  hugeGif.writeUInt16LE(65_535, 6)
  hugeGif.writeUInt16LE(65_535, 8)
  // Within the limit and true: it is unpacked, in bounded memory.
  const largest = pngOf(7000, 7000, 8, 6, 7000 * (7000 * 4 + 1))
  return [
    pngOf(60_000, 60_000, 8, 6, 100_000),
    pngOf(60_000, 60_000, 1, 0, 100_000),
    pngOf(20_000, 20_000, 1, 0, 20_000 * 2501),
    pngOf(20_000, 20_000, 1, 0, 20_000 * 2501, 1),
    pngOf(6500, 7000, 16, 6, 1000, 1),
    pngOf(0x7fffffff, 0x7fffffff, 8, 2, 1000),
    pngOf(0, 0, 8, 2, 10),
    hugeJpeg,
    hugeGif,
    largest,
  ]
}

const canaried = async (jpeg: Buffer, png: Buffer, gif: Buffer, random: () => number): Promise<Buffer[]> => {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${canary}</a></x:xmpmeta>`
  const exif = { IFD0: { ImageDescription: canary, Copyright: canary }, IFD3: { GPSLatitudeRef: 'N' } }
  const made = [
    await sharp(jpeg).withExif(exif).jpeg().toBuffer(),
    await sharp(jpeg).withXmp(xmp).jpeg().toBuffer(),
    await sharp(png).withExif(exif).png().toBuffer(),
    await sharp(png).withXmp(xmp).png().toBuffer(),
    await sharp(jpeg).withIccProfile('p3').withExif(exif).jpeg().toBuffer(),
    withComment(jpeg, 0xe2, `ICC_PROFILE\0\x01\x01${canary.repeat(20)}`),
    withComment(jpeg, 0xed, `Photoshop 3.0\0${canary}`),
    withChunk(png, 'iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`)),
    withChunk(png, 'iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.from(canary))])),
    withGifComment(gif),
  ]
  return [...made, ...made.map((bytes) => Buffer.concat([bytes, Buffer.from(`${canary}${random()}`)]))]
}

const animations = async (random: () => number, rounds: number): Promise<Buffer[]> => {
  const made: Buffer[] = []
  // The shortest and the longest, and with more rounds those between.
  for (let n = 0; n < 10; n += rounds > 1 ? 1 : 9) {
    const frames = 50 + 100 * n
    const pixels = Buffer.alloc(32 * 32 * frames * 3, Math.floor(random() * 256))
    for (let at = 0; at < pixels.length; at += 97) pixels[at] = Math.floor(random() * 256)
    const raw = { width: 32, height: 32 * frames, channels: 3, pageHeight: 32 } as const
    made.push(withGifComment(await sharp(pixels, { raw }).gif({ effort: 1 }).toBuffer()))
  }
  return made
}

/** Mulberry32. */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}
