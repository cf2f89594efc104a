// The blog's articles: what is public for everybody, and what is not for those in whose hands it is to edit it.
import { type RawBuilder, sql } from 'kysely'
import { inHandsOf, isPublic } from '../blog/blog.ts'
import { can } from '../kit/caller.ts'
import { like } from '../kit/search.ts'
import type { Seeker } from './sources.ts'

export const articles = ({ caller, words }: Seeker): RawBuilder<unknown> => {
  const own = can(caller, 'edit_blog') ? inHandsOf(caller) : sql`false`
  return sql`
    select a.id::text as id, 'article' as type, r.title, concat_ws(' · ', p.state, r.author, r.summary) as description,
      'low' as priority, case when p.state is null then '/blog/' || a.slug else '/blog/edit/' || a.id end as path,
      case when p.state is null then '{}' else '{edit_blog}' end::text[] as required, a.publish_at as at
    from article a join article_revision r on r.article_id = a.id and r.number = a.revision,
      lateral (select case when ${isPublic} then null when a.publish_at is null then 'Draft'
        when a.publish_at > now() then 'Scheduled' else 'Held back' end as state) p
    where (${isPublic} or ${own}) and ${sql.join([sql`true`, ...words.map(isIn)], sql` and `)}`
}

// In small letters already: `ilike` would turn every text into them each time.
const isIn = (word: string) => sql`a.sought like lower(${like(word, 'holds')})`
