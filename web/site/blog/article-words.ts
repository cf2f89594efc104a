// What is said about an article beside its text.
import type { Card, Status } from '@gatehouse/contract/site/blog'
import type { IconName } from '../../ui/primitives/icon.tsx'
import type { State } from '../../ui/theme/tokens.ts'

// The same for everybody, wherever it was rendered.
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `16 November 2026` */
export const dayText = (at: string): string => days.format(new Date(at))

export const minutesText = (minutes: number): string => `${minutes} min read`

/** The day on which it was changed, where that is another one than that of its publication. */
export const changedDay = ({ publishedAt, updatedAt }: Pick<Card, 'publishedAt' | 'updatedAt'>): string | null =>
  dayText(updatedAt) === dayText(publishedAt) ? null : dayText(updatedAt)

const statusWords: Record<Status, { readonly word: string; readonly state: State; readonly icon: IconName }> = {
  draft: { word: 'Draft', state: 'unknown', icon: 'page' },
  scheduled: { word: 'Scheduled', state: 'information', icon: 'stale' },
  published: { word: 'Published', state: 'normal', icon: 'normal' },
}

/** As it is: what is published by a company that may not publish is seen by nobody. */
export const statusOf = ({ status, publishes }: { readonly status: Status; readonly publishes: boolean }) =>
  publishes || status === 'draft' ? statusWords[status] : heldBack

const heldBack = { word: 'Held back', state: 'warning', icon: 'locked' } as const

/** The address of a page of the blog. */
export const blogPath = ({ page = 1, tag = null }: { page?: number; tag?: string | null }): string => {
  const query = new URLSearchParams({ ...(tag === null ? {} : { tag }), ...(page > 1 ? { page: String(page) } : {}) })
  return query.size > 0 ? `/blog?${query}` : '/blog'
}

/** The page that an address asks for; the first where it asks for none that can be. */
export const pageIn = (search: URLSearchParams): number => {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}
