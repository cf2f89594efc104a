// A process that draws one file that somebody sent as a plan, and ends. Its own, so that whatever a file does to it - endless
// drawing, all the memory it may have - ends with it, and the server itself never opens a drawing or a document.
import { pictureSizes } from '@gatehouse/contract/building/plans'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import type { Drawn, ToDraw } from './drawing.ts'

// An SVG is drawn from its bytes alone: librsvg has no place to fetch anything from, and runs no script.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})
sharp.cache(false)
sharp.concurrency(1)

const mostPixels = 50_000_000
const pointsPerInch = 72

class Faulty extends Error {
  readonly fault: Exclude<Drawn, { bytes: unknown }>['fault']
  constructor(fault: Faulty['fault']) {
    super(fault)
    this.fault = fault
  }
}

const draw = async (asked: ToDraw): Promise<Drawn> => {
  try {
    const { picture, pages } = await open(asked)
    const first = await fitted(picture, edgeOf(asked))
    const small = asked.keep ? await fitted(sharp(first.data), pictureSizes.small) : first
    const { width, height } = first.info
    return { pages, width, height, bytes: { large: asked.keep ? first.data : null, small: small.data } }
  } catch (error) {
    return { fault: error instanceof Faulty ? error.fault : 'unreadable' }
  }
}

const edgeOf = ({ keep }: ToDraw): number => (keep ? pictureSizes.large : pictureSizes.small)

const fitted = (picture: Sharp, edge: number) =>
  picture
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .webp({ quality: 88 })
    .toBuffer({ resolveWithObject: true })

const open = async (asked: ToDraw): Promise<{ picture: Sharp; pages: number }> => {
  const { kind, bytes, page } = asked
  if (kind === 'pdf') return fromPdf(bytes, page, edgeOf(asked))
  if (page !== 1) throw new Faulty('page')
  return { picture: kind === 'svg' ? await fromSvg(bytes, edgeOf(asked)) : await fromPicture(bytes, kind), pages: 1 }
}

const fromPicture = async (bytes: Uint8Array, kind: string): Promise<Sharp> => {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (format !== kind) throw new Faulty('unreadable')
  if (width * height > mostPixels) throw new Faulty('pixels')
  // Of an animation the first frame.
  return sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1, autoOrient: true })
}

// Drawn at the size it is kept in, whatever size it says it has.
const fromSvg = async (bytes: Uint8Array, edge: number): Promise<Sharp> => {
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false, density: pointsPerInch }).metadata()
  if (format !== 'svg' || !width || !height) throw new Faulty('unreadable')
  const density = Math.min(Math.max((pointsPerInch * edge) / Math.max(width, height), 1), 10_000)
  return sharp(bytes, { density, limitInputPixels: mostPixels })
}

const fromPdf = async (bytes: Uint8Array, page: number, edge: number): Promise<{ picture: Sharp; pages: number }> => {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes).catch((error: unknown) => {
    throw new Faulty(error instanceof Error && /password/i.test(error.message) ? 'locked' : 'unreadable')
  })
  const pages = document.getPageCount()
  if (page > pages) throw new Faulty('page')
  const shown = document.getPage(page - 1)
  const { originalWidth: width, originalHeight: height } = shown.getOriginalSize()
  if (!(width > 0 && height > 0)) throw new Faulty('unreadable')
  const scale = edge / Math.max(width, height)
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const { data, ...drawn } = await shown.render({ ...size, render: 'bitmap', colorSpace: 'BGRA' })
  // It comes as RGBA, whatever the colour space is called.
  return { picture: sharp(data, { raw: { width: drawn.width, height: drawn.height, channels: 4 } }), pages }
}

// A few hundred bytes can ask for gigabytes: it ends before the machine has to choose whom to end. What draws does so on
// threads of its own, so that this one can look.
const mostMemory = 1024 * 1024 * 1024
const lookEveryMs = 20

process.once('message', (asked: ToDraw) => {
  setInterval(() => {
    if (process.memoryUsage.rss() > mostMemory) process.kill(process.pid, 'SIGKILL')
  }, lookEveryMs).unref()
  void draw(asked).then((drawn) => process.send?.(drawn, undefined, undefined, () => process.disconnect()))
})
