// The blog: its articles by pages and tags, and for those who write what they are working on.
import type { published } from '@gatehouse/contract/site/blog'
import type { Output } from '@gatehouse/contract/operation'
import { Suspense } from 'react'
import { Link } from '../../kit/place.tsx'
import type { Head } from '../../kit/public-page.ts'
import { useHas } from '../../kit/session/session-state.ts'
import { PublicFrame } from '../frame/public-frame.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { ArticleCard } from './article-card.tsx'
import { blogPath } from './article-words.ts'
import styles from './blog.module.css'

const WritersShelf = later(async () => (await import('./writers-shelf.tsx')).WritersShelf)

type Data = Output<typeof published>

const description =
  'On running a building safely: alarms that can be answered, gas limits and where they come from, counting people honestly. With sources.'

export const head = ({ page, pages, tag, articles }: Data): Head => {
  const where = pages > 1 && page > 1 ? `, page ${page}` : ''
  return {
    title: tag === null ? `Blog${where}` : `Articles on ${tag}${where}`,
    description,
    canonical: blogPath({ page, tag }),
    // What is only a choice of the others need not be found by itself.
    ...(tag === null ? {} : { noIndex: true }),
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'Blog',
        name: 'Gatehouse blog',
        description,
        url: '/blog',
        blogPost: articles.map(({ slug, title, publishedAt }) => ({
          '@type': 'BlogPosting',
          headline: title,
          url: `/blog/${slug}`,
          datePublished: publishedAt,
        })),
      },
    ],
  }
}

export const Page = ({ data: { articles, page, pages, tag, tags } }: { readonly data: Data }) => {
  const begins = useHas('create_blog')
  const edits = useHas('edit_blog')
  return (
    <PublicFrame>
      <div className="mx-auto grid w-[min(72rem,100%_-_2_*_var(--space-5))] grid-cols-1 gap-6 pt-10 pb-16">
        <header className="flex flex-wrap items-end justify-between gap-5">
          <div>
            <h1 className="[font-size:clamp(2rem,4vw,2.75rem)] wrap-anywhere">
              {tag === null ? 'Blog' : `Articles on ${tag}`}
            </h1>
            <p className="mt-3 max-w-[56ch] text-[1.0625rem] text-pretty text-muted">
              On running a building safely: what the numbers mean, where they come from, and what they cannot tell.
            </p>
          </div>
          <p className="flex items-center gap-4">
            {begins && (
              <Link
                to="/blog/create"
                className="inline-flex min-h-touch items-center gap-2 rounded bg-public-text ps-4 pe-5 font-semibold text-page no-underline hover:[filter:brightness(1.1)]"
              >
                <Icon name="add" size="medium" />
                New article
              </Link>
            )}
            <a href="/blog/rss.xml" className="inline-flex min-h-touch items-center gap-2 text-public-text">
              RSS feed
            </a>
          </p>
        </header>
        {(begins || edits) && (
          <Suspense>
            <WritersShelf />
          </Suspense>
        )}
        {tags.length > 0 && (
          <nav aria-label="Tags" className={styles.tags}>
            <Link to="/blog" aria-current={tag === null ? 'page' : undefined}>
              All
            </Link>
            {tags.map((one) => (
              <Link
                key={one.tag}
                to={blogPath({ tag: one.tag })}
                aria-current={tag === one.tag ? 'page' : undefined}
                aria-label={`${one.tag}, ${one.articles} ${one.articles === 1 ? 'article' : 'articles'}`}
              >
                {one.tag} <span aria-hidden="true">{one.articles}</span>
              </Link>
            ))}
          </nav>
        )}
        {articles.length === 0 ? (
          <Nothing tag={tag} />
        ) : (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-5">
            {articles.map((article, index) => (
              <ArticleCard key={article.id} article={article} level="h2" first={index < 3} />
            ))}
          </ul>
        )}
        {pages > 1 && (
          <nav
            aria-label="Pages"
            className="flex items-center justify-center gap-6 text-muted [&_a]:inline-flex [&_a]:min-h-touch [&_a]:items-center [&_a]:gap-1 [&_a]:text-public-text"
          >
            {page > 1 && (
              <Link to={blogPath({ page: page - 1, tag })} rel="prev">
                <Icon name="previous" />
                Newer
              </Link>
            )}
            <span>
              Page {page} of {pages}
            </span>
            {page < pages && (
              <Link to={blogPath({ page: page + 1, tag })} rel="next">
                Older
                <Icon name="next" />
              </Link>
            )}
          </nav>
        )}
      </div>
    </PublicFrame>
  )
}

const Nothing = ({ tag }: { readonly tag: string | null }) => (
  <div className="grid justify-items-center gap-3 [border-radius:calc(var(--radius)_*_1.5)] border border-dashed border-line px-5 py-12 text-center wrap-anywhere text-muted">
    <h2 className="text-text">{tag === null ? 'Nothing is published yet' : `No article is about ${tag}`}</h2>
    {tag === null ? (
      <p>New articles appear here, and in the feed.</p>
    ) : (
      <Link to="/blog" className="inline-flex min-h-touch items-center text-public-text">
        See all articles
      </Link>
    )}
  </div>
)
