// An article as the blog and other articles lead to it.
import { pictureUrl } from '@gatehouse/contract/site/article-pictures'
import type { Card } from '@gatehouse/contract/site/blog'
import { Link } from '../../kit/place.tsx'
import { dayText, minutesText } from './article-words.ts'
import styles from './blog.module.css'

interface ArticleCardProps {
  readonly article: Card
  /** Of its title on this page. */
  readonly level: 'h2' | 'h3'
  /** In sight at once. */
  readonly first?: boolean
}

export const ArticleCard = ({ article, level: Heading, first = false }: ArticleCardProps) => {
  const { slug, title, summary, cover, author, publishedAt, readingMinutes, tags } = article
  return (
    <li className="relative grid grid-rows-[auto_1fr] overflow-hidden [border-radius:calc(var(--radius)_*_1.5)] border border-line bg-surface hover:border-public-primary [&:hover_a]:text-public-text [&:hover_a]:underline">
      {cover ? (
        <img
          className="block aspect-[1200/630] h-auto w-full bg-sunken object-cover"
          src={`/api${pictureUrl(cover.id, 'small')}`}
          srcSet={`/api${pictureUrl(cover.id, 'small')} 480w, /api${pictureUrl(cover.id, 'card')} 1200w`}
          sizes="(min-width: 900px) 24rem, (min-width: 600px) 50vw, 100vw"
          width={480}
          height={252}
          alt={cover.alt}
          loading={first ? 'eager' : 'lazy'}
          decoding="async"
        />
      ) : (
        <span className={styles.plate} aria-hidden="true">
          <span>{tags[0] ?? 'Gatehouse'}</span>
        </span>
      )}
      <div className="grid min-w-0 grid-rows-[auto_1fr_auto] gap-3 p-5">
        <Heading className="text-[1.1875rem] leading-[1.3] font-[620] tracking-[-0.01em] text-pretty wrap-anywhere">
          {/* The whole card leads there, and the title is what is read. */}
          <Link
            to={`/blog/${slug}`}
            className="text-text no-underline after:absolute after:inset-0 after:rounded-[inherit] after:content-['']"
          >
            {title}
          </Link>
        </Heading>
        {summary !== '' && <p className="text-lg leading-[1.5] text-pretty wrap-anywhere text-muted">{summary}</p>}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-md wrap-anywhere text-muted">
          <span>{author}</span>
          <time dateTime={publishedAt}>{dayText(publishedAt)}</time>
          <span>{minutesText(readingMinutes)}</span>
        </p>
      </div>
    </li>
  )
}
