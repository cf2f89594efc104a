// A picture that somebody chose: whether it may be sent, and the square of it that is.
import { pictureFault, pictureMessages } from '@gatehouse/contract/identity/account-rules'
import { pictureSizes } from '@gatehouse/contract/identity/profile'

/** A part of a picture, in its own pixels. */
export interface Square {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Chosen {
  readonly url: string
  readonly image: HTMLImageElement
  readonly type: string
}

/** One of the two is there. */
export interface Opened {
  readonly chosen: Chosen | null
  readonly failure: string | null
}

/** Reads and decodes it: a file may be no picture whatever its name says. */
export const open = async (file: File): Promise<Opened> => {
  const fault = pictureFault(file)
  if (fault) return { chosen: null, failure: fault }
  try {
    const image = new Image()
    const url = await dataUrlOf(file)
    image.src = url
    await image.decode()
    return { chosen: { url, image, type: file.type }, failure: null }
  } catch {
    return { chosen: null, failure: pictureMessages.type }
  }
}

/** Drawn anew, so that nothing but what is seen leaves the browser: no place, no camera, no second picture. */
export const cut = ({ image, type }: Chosen, square: Square): Promise<Blob> => {
  const edge = pictureSizes.large
  const canvas = document.createElement('canvas')
  canvas.width = edge
  canvas.height = edge
  const context = canvas.getContext('2d')
  if (!context) return Promise.reject(new Error('This browser cannot draw pictures.'))
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, square.x, square.y, square.width, square.height, 0, 0, edge, edge)
  return new Promise((resolve, reject) => {
    // What may be see-through stays so.
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot draw pictures.'))),
      type === 'image/jpeg' ? 'image/jpeg' : 'image/png',
      0.92,
    )
  })
}

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error('The file could not be read.')))
    reader.readAsDataURL(file)
  })
