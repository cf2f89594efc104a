// One article, as everybody reads it.
import { pictureUrl } from '@gatehouse/contract/site/article-pictures'
import type { PublicArticle, read } from '@gatehouse/contract/site/blog'
import type { Output } from '@gatehouse/contract/operation'
import { Link } from '../../kit/place.tsx'
import type { Head } from '../../kit/public-page.ts'
import { useHas } from '../../kit/session/session-state.ts'
import { PublicFrame } from '../frame/public-frame.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { ArticleCard } from './article-card.tsx'
import { ArticleText } from './article-text.tsx'
import { blogPath, changedDay, dayText, minutesText } from './article-words.ts'
import styles from './blog.module.css'

const EditLink = later(async () => (await import('./edit-link.tsx')).EditLink, 'silent')

type Data = Output<typeof read>

export const head = ({ article }: Data): Head => {
  const image = article.cover ? `/api${pictureUrl(article.cover.id, 'card')}` : undefined
  return {
    title: article.title,
    description: article.summary || `${article.title}: an article on the Gatehouse blog.`,
    type: 'article',
    canonical: `/blog/${article.slug}`,
    ...(image === undefined ? {} : { image }),
    jsonLd: [posting(article, image), trail(article)],
  }
}

const posting = (article: PublicArticle, image: string | undefined) => ({
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  headline: article.title,
  description: article.summary,
  url: `/blog/${article.slug}`,
  mainEntityOfPage: `/blog/${article.slug}`,
  datePublished: article.publishedAt,
  dateModified: article.updatedAt,
  author: { '@type': article.author === 'Gatehouse' ? 'Organization' : 'Person', name: article.author },
  publisher: { '@type': 'Organization', name: 'Gatehouse', url: '/', logo: '/favicon.svg' },
  keywords: article.tags,
  timeRequired: `PT${article.readingMinutes}M`,
  ...(image === undefined ? {} : { image }),
})

const trail = ({ slug, title }: PublicArticle) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: 'Gatehouse', item: '/' },
    { '@type': 'ListItem', position: 2, name: 'Blog', item: '/blog' },
    { '@type': 'ListItem', position: 3, name: title, item: `/blog/${slug}` },
  ],
})

export const Page = ({ data: { article, more } }: { readonly data: Data }) => {
  const mayEdit = useHas('edit_blog')
  const changed = changedDay(article)
  return (
    <PublicFrame>
      <article className="mx-auto grid w-[min(72rem,100%_-_2_*_var(--space-5))] grid-cols-[minmax(0,44rem)] justify-center gap-8 pt-8 pb-12">
        <header className="grid gap-4">
          <nav
            aria-label="Breadcrumbs"
            className="flex justify-between gap-4 [&_a]:inline-flex [&_a]:min-h-touch [&_a]:items-center [&_a]:gap-1 [&_a]:text-public-text"
          >
            <Link to="/blog">
              <Icon name="previous" />
              Blog
            </Link>
            {mayEdit && <EditLink id={article.id} />}
          </nav>
          <h1 className="[font-size:clamp(1.875rem,5vw,2.75rem)] leading-[1.12] tracking-[-0.025em] text-balance wrap-anywhere">
            {article.title}
          </h1>
          {article.summary !== '' && (
            <p className="text-[1.1875rem] leading-[1.5] text-pretty wrap-anywhere text-muted">{article.summary}</p>
          )}
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-md wrap-anywhere text-muted">
            <span>{article.author}</span>
            <time dateTime={article.publishedAt}>{dayText(article.publishedAt)}</time>
            {changed !== null && <span>Changed on {changed}</span>}
            <span>{minutesText(article.readingMinutes)}</span>
          </p>
        </header>
        {article.cover && (
          <img
            className="block h-auto w-full [border-radius:calc(var(--radius)_*_1.5)] bg-sunken"
            src={`/api${pictureUrl(article.cover.id, 'card')}`}
            width={1200}
            height={630}
            alt={article.cover.alt}
            fetchPriority="high"
          />
        )}
        <ArticleText key={`${article.id} ${article.updatedAt}`} html={article.html} />
        {article.tags.length > 0 && (
          <nav aria-label="Tags" className={styles.tags}>
            {article.tags.map((tag) => (
              <Link key={tag} to={blogPath({ tag })}>
                {tag}
              </Link>
            ))}
          </nav>
        )}
      </article>
      {more.length > 0 && (
        <aside
          className="mx-auto grid w-[min(72rem,100%_-_2_*_var(--space-5))] gap-5 border-t border-t-line pt-10 pb-16"
          aria-labelledby="more"
        >
          <h2 id="more" className="text-[1.5rem]">
            More to read
          </h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-5">
            {more.map((other) => (
              <ArticleCard key={other.id} article={other} level="h3" />
            ))}
          </ul>
        </aside>
      )}
    </PublicFrame>
  )
}
