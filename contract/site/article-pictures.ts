// The pictures of articles: how large they are kept and where they are found. Public pages need no more of the blog's contract.

/** Width and height in pixels; `large` is as high as its picture is, up to its width. */
export const pictureSizes = {
  small: { width: 480, height: 252 },
  card: { width: 1200, height: 630 },
  large: { width: 1600, height: 1600 },
} as const

/** Where a picture is found below `/api`: public once an article with it is. */
export const pictureUrl = (pictureId: string, size: keyof typeof pictureSizes): string =>
  `/blog/pictures/${pictureId}/${size}`
