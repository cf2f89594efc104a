// What is made of a picture for an article: one to read with, one for cards and shared links, and a small one.
import { pictureSizes } from '@gatehouse/contract/site/article-pictures'
import { uploadPicture } from '@gatehouse/contract/site/blog'
import type { Sharp } from 'sharp'
import { openPicture } from '../../kit/pictures.ts'

export interface ArticlePicture {
  readonly width: number
  readonly height: number
  readonly small: Buffer
  readonly card: Buffer
  readonly large: Buffer
}

type Size = keyof typeof pictureSizes

/** Other sites show the card beside a link, and not all of them know WebP. */
export const typeOf = (size: Size): string => (size === 'card' ? 'image/jpeg' : 'image/webp')

export const articlePictureOf = (of: string, bytes: Buffer, type: string): Promise<ArticlePicture> =>
  openPicture(
    { of, bytes, type, field: uploadPicture.upload?.field ?? 'file' },
    (picture) => picture.resize({ ...pictureSizes.large, fit: 'inside', withoutEnlargement: true }),
    async ({ width, height, draw }) => ({
      width,
      height,
      small: await cut(draw(), 'small').webp({ quality: 80 }).toBuffer(),
      card: await cut(draw(), 'card')
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 82, mozjpeg: true })
        .toBuffer(),
      large: await draw().webp({ quality: 82 }).toBuffer(),
    }),
  )

const cut = (picture: Sharp, size: Size) =>
  picture.resize({ ...pictureSizes[size], fit: 'cover', position: 'attention' })
