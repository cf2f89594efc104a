// What is made of a profile picture that somebody sends: three squares.
import { pictureSizes, uploadPicture } from '@gatehouse/contract/identity/profile'
import { openPicture } from '../../kit/pictures.ts'

export interface Squares {
  readonly small: Buffer
  readonly medium: Buffer
  readonly large: Buffer
}

export const squaresOf = (of: string, bytes: Buffer, type: string): Promise<Squares> =>
  openPicture(
    { of, bytes, type, field: uploadPicture.upload?.field ?? 'file' },
    (picture) => picture.resize(pictureSizes.large, pictureSizes.large, { fit: 'cover', position: 'attention' }),
    async ({ draw }) => {
      const square = (edge: number) => draw().resize(edge, edge).webp({ quality: 82 }).toBuffer()
      return {
        small: await square(pictureSizes.small),
        medium: await square(pictureSizes.medium),
        large: await square(pictureSizes.large),
      }
    },
  )
