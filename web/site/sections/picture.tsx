// A picture of the running product, in the theme of the page; made by e2e/pictures/pictures.ts.
import { type PictureName, pictures } from './pictures.ts'
import styles from './picture.module.css'

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

const themes = ['light', 'dark'] as const
const narrowScreen = '(max-width: 599.95px)'

export const Picture = ({ name, alt, caption, sizes = wide, first = false, narrow }: PictureProps) => {
  const { width, height } = pictures[name]
  const shown = themes.map((theme) => (
    <picture key={theme} className={styles[theme]}>
      {narrow && (
        <source
          media={narrowScreen}
          type="image/avif"
          srcSet={setOf(narrow, theme)}
          sizes="100vw"
          width={pictures[narrow].width}
          height={pictures[narrow].height}
        />
      )}
      <source type="image/avif" srcSet={setOf(name, theme)} sizes={sizes} />
      <img
        src={`/pictures/${name}-${theme}.webp`}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        // What is not drawn is not fetched if it is lazy; which theme it is only the browser knows.
        loading="lazy"
        fetchPriority={first ? 'high' : undefined}
      />
    </picture>
  ))
  return (
    <figure className={styles.figure} data-size={width < 400 ? 'small' : width < 600 ? 'medium' : undefined}>
      <div className={styles.frame}>{shown}</div>
      {caption !== undefined && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

const wide = '(min-width: 900px) 38rem, 100vw'

const setOf = (name: PictureName, theme: 'light' | 'dark') =>
  pictures[name].widths.map((width) => `/pictures/${name}-${theme}-${width}.avif ${width}w`).join(', ')
