// Opens a picture that somebody sends: it is unpacked, turned upright and made smaller. Of the bytes sent nothing is kept.
import { pictureMessages, pictureTypes } from '@gatehouse/contract/identity/account-rules'
import type { Metadata, Sharp } from 'sharp'
import { invalid, type Refusal } from './errors.ts'
import { createWorkQueue } from './work-queue.ts'

export interface Sent {
  /** Whose it is. */
  readonly of: string
  readonly bytes: Buffer
  /** What the sender says it is. */
  readonly type: string
  /** Where a refusal is shown. */
  readonly field: string
}

/** Without any metadata, and of our own making. */
export interface Unpacked {
  readonly width: number
  readonly height: number
  /** To draw from, as often as wanted. */
  readonly draw: () => Sharp
}

const load = async () => {
  const { default: sharp } = await import('sharp')
  // Nothing is opened that is not one of the three, whatever it says it is: no SVG, no PDF, no TIFF.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

let loaded: ReturnType<typeof load> | undefined

/** With the first picture: it takes 20 MB, and most servers are sent none for days. Once, as what is blocked is so for all threads. */
export const restrictedSharp = (): ReturnType<typeof load> => (loaded ??= load())

const mostPixels = 50_000_000
// What a picture takes once it is unpacked, which some kinds must be in one piece: 50 megapixels of 32 bits.
const mostBytesUnpacked = 4 * mostPixels
const enqueue = createWorkQueue({ atOnce: 2, atOnceOfOne: 1, waiting: 16, waitingOfOne: 4 })

/** Hands over the picture as `fit` makes it; refuses what is not a JPEG, PNG or GIF by its word and its content. */
export const openPicture = <T>(
  { of, bytes, type, field }: Sent,
  fit: (picture: Sharp) => Sharp,
  use: (picture: Unpacked) => Promise<T>,
): Promise<T> =>
  enqueue(of, async () => {
    const refused = (message: string) => invalid([{ field, message }])
    const kind = kindOf(bytes)
    if (!kind || !pictureTypes.includes(type)) throw refused(pictureMessages.type)
    const sharp = await restrictedSharp()
    const unreadable = refused(pictureMessages.type)
    const about = await readable(sharp(bytes, { limitInputPixels: false }).metadata(), unreadable)
    if (about.format !== kind) throw refused(pictureMessages.type)
    if (bytesOf(about) > mostBytesUnpacked) throw refused(pictureMessages.pixels)
    // Of an animation the first frame.
    const opened = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1, autoOrient: true })
    const { data, info } = await readable(
      fit(opened.timeout({ seconds: 20 }))
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true }),
      unreadable,
    )
    const raw = { width: info.width, height: info.height, channels: info.channels }
    return use({ width: info.width, height: info.height, draw: () => sharp(data, { raw }) })
  })

const signatures = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
] as const

const kindOf = (sent: Buffer) => signatures.find(([, magic]) => magic.every((byte, at) => sent[at] === byte))?.[0]

const bytesOf = ({ width, height, channels, depth }: Metadata) => {
  const bytesPerValue = depth === 'uchar' || depth === 'char' ? 1 : 2
  return width * height * Math.max(channels, 3) * bytesPerValue
}

const readable = async <T>(work: Promise<T>, refusal: Refusal): Promise<T> => {
  try {
    return await work
  } catch {
    throw refusal
  }
}
