// A picture of the running product, in the theme of the page; made by e2e/pictures/pictures.ts.
import { type PictureName, pictures } from './pictures.ts'

interface PictureProps {
  readonly name: PictureName
  /** What is to be seen on it. */
  readonly alt: string
  readonly caption?: string
  /** How wide it is drawn, as in `sizes`. */
  readonly sizes?: string
  /** Seen at once: fetched before the rest. */
  readonly first?: boolean
  /** Another crop for narrow screens, with the same words. */
  readonly narrow?: PictureName
}

const shownIn = { light: 'dark:hidden', dark: 'hidden dark:contents' }
const themes = ['light', 'dark'] as const
const narrowScreen = '(max-width: 599.95px)'

export const Picture = ({ name, alt, caption, sizes = wide, first = false, narrow }: PictureProps) => {
  const [width, height] = pictures[name]
  const shown = themes.map((theme) => (
    <picture key={theme} className={shownIn[theme]}>
      {narrow && (
        <source
          media={narrowScreen}
          type="image/avif"
          srcSet={setOf(narrow, theme)}
          sizes="100vw"
          width={pictures[narrow][0]}
          height={pictures[narrow][1]}
        />
      )}
      <source type="image/avif" srcSet={setOf(name, theme)} sizes={sizes} />
      <img
        src={`/pictures/${name}-${theme}.webp`}
        alt={alt}
        width={width}
        height={height}
        className="block h-auto w-full"
        decoding="async"
        // What is not drawn is not fetched if it is lazy; which theme it is only the browser knows.
        loading="lazy"
        fetchPriority={first ? 'high' : undefined}
      />
    </picture>
  ))
  return (
    <figure
      // A part of a screen is not blown up to the size of a whole one.
      className={`m-0 grid gap-3 ${width < 400 ? 'mx-auto w-[min(25rem,100%)]' : width < 600 ? 'mx-auto w-[min(36rem,100%)]' : ''}`}
    >
      <div className="overflow-hidden [border-radius:calc(var(--radius)_*_1.5)] border border-line bg-surface [box-shadow:0_24px_48px_-28px_rgb(15_23_42_/_35%)] dark:[box-shadow:none]">
        {shown}
      </div>
      {caption !== undefined && <figcaption className="text-md text-muted">{caption}</figcaption>}
    </figure>
  )
}

const wide = '(min-width: 900px) 38rem, 100vw'

const setOf = (name: PictureName, theme: 'light' | 'dark') =>
  widthsOf(pictures[name][0])
    .map((width) => `/pictures/${name}-${theme}-${width}.avif ${width}w`)
    .join(', ')

/** As e2e/pictures/site-pictures.ts saves them. */
const widthsOf = (width: number) => (width < 1000 ? [width, width * 2] : [width * 0.6, width, width * 1.5])
