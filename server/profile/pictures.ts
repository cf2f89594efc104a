// What is made of a picture that somebody sends: three squares of our own making. Of the bytes sent nothing is kept.
import { pictureMessages, pictureTypes } from '@gatehouse/contract/account-rules'
import { pictureSizes, uploadPicture } from '@gatehouse/contract/profile'
import sharp, { type Metadata } from 'sharp'
import { invalid, type Refusal } from '../kit/errors.ts'
import { createTurns } from './turns.ts'

export interface Squares {
  readonly small: Buffer
  readonly medium: Buffer
  readonly large: Buffer
}

// Nothing is opened that is not one of the three, whatever it says it is: no SVG, no PDF, no TIFF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

const mostPixels = 50_000_000
// What a picture takes once it is unpacked, which some kinds must be in one piece: 50 megapixels of 32 bits.
const mostBytesUnpacked = 4 * mostPixels
const inTurn = createTurns(2, 16)

/** The squares, upright, without any metadata; refuses what is not a JPEG, PNG or GIF by its word and its content. */
export const squaresOf = (sent: Buffer, type: string): Promise<Squares> =>
  inTurn(async () => {
    const kind = kindOf(sent)
    if (!kind || !pictureTypes.includes(type)) throw refused(pictureMessages.type)
    const about = await readable(sharp(sent, { limitInputPixels: false }).metadata())
    if (about.format !== kind) throw refused(pictureMessages.type)
    if (unpacked(about) > mostBytesUnpacked) throw refused(pictureMessages.pixels)
    // Of an animation the first frame.
    const { data, info } = await readable(
      sharp(sent, { limitInputPixels: mostPixels, failOn: 'error', pages: 1, autoOrient: true })
        .timeout({ seconds: 20 })
        .resize(pictureSizes.large, pictureSizes.large, { fit: 'cover', position: 'attention' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true }),
    )
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const square = (edge: number) => sharp(data, { raw }).resize(edge, edge).webp({ quality: 82 }).toBuffer()
    return {
      small: await square(pictureSizes.small),
      medium: await square(pictureSizes.medium),
      large: await square(pictureSizes.large),
    }
  })

const signatures = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['gif', [0x47, 0x49, 0x46, 0x38]],
] as const

const kindOf = (sent: Buffer) => signatures.find(([, magic]) => magic.every((byte, at) => sent[at] === byte))?.[0]

const unpacked = ({ width, height, channels, depth }: Metadata) => {
  const bytesPerValue = depth === 'uchar' || depth === 'char' ? 1 : 2
  return width * height * Math.max(channels, 3) * bytesPerValue
}

const refused = (message: string): Refusal => invalid([{ field: uploadPicture.upload?.field ?? 'file', message }])

const readable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch {
    throw refused(pictureMessages.type)
  }
}
