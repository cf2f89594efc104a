// The blog of the installation: what everybody may read, and what its writers do with articles before and after that.
import { z } from 'zod'
import { cleanName, pictureBytes, pictureMessages, type Rule } from '../identity/account-rules.ts'
import { bytes, command, query, type DomainFacts } from '../operation.ts'
import { id, moment } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Blog' }

/** The longest of each, in characters. */
export const longest = { title: 120, summary: 300, markdown: 60_000, author: 80, tag: 30, alt: 200, tags: 8 } as const

/** Of footnotes in a text, and of references to them, each. */
export const mostFootnotes = 200

/** Pictures of a company that no article shows (yet), and all of them. */
export const mostPictures = { unused: 60, kept: 3000 } as const

/** As many of the most used tags as the public list tells. */
export const mostTags = 20

/** As many articles as a page of the blog shows. */
export const pageSize = 12

/** Words that a person reads in a minute, as far as reading time is told from. */
export const wordsPerMinute = 220

export const statuses = ['draft', 'scheduled', 'published'] as const
export type Status = (typeof statuses)[number]

export const messages = {
  saved: 'Saved as revision {number}.',
  conflict: 'Somebody saved this article while you were writing. Nothing is lost: compare, then decide.',
  publishedNeedsMore: 'This article is public: changing it needs the permission to publish articles.',
  mayNotPublish:
    'Your company may not publish on the public blog of this installation. Who looks after all companies can allow it on the page of yours.',
  author: 'Articles of Gatehouse itself are signed with this name. Choose another author.',
  past: 'Choose a moment that is still to come.',
  busy: 'Too many articles are being read at once. Try again in a moment.',
  intricate: 'This text takes too long to be read. Write it in a simpler way, or in parts.',
  tooManyPictures:
    'Your company has {number} pictures here that no article shows. Save the articles that need them, or come back in two days: what is not shown by then is deleted.',
  noRoomForPictures:
    'Your company keeps as many pictures here as it may. Delete articles that are not needed any more.',
  cover: 'This cover is not kept any more, or is not your company’s. Choose another picture.',
} as const

const textRule =
  (what: string, most: number, least: number): Rule =>
  (value) => {
    const { length } = cleanName(value)
    if (length < least) return least === 1 ? `${what} is required` : `${what} must be at least ${least} characters`
    return length > most ? `${what} is too long` : null
  }

export const titleRule = textRule('Title', longest.title, 3)
export const summaryRule = textRule('Summary', longest.summary, 0)
export const authorRule = textRule('Author', longest.author, 2)
export const altRule = textRule('Description of the picture', longest.alt, 0)
export const tagRule = textRule('Tag', longest.tag, 1)
export const markdownRule: Rule = (value) => {
  if (value.length > longest.markdown) return 'The article is too long'
  return (value.match(/\^\[|\[\^/g)?.length ?? 0) > 2 * mostFootnotes ? `At most ${mostFootnotes} footnotes` : null
}

/** Tags as they are kept: in lower case, each once. */
export const cleanTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => cleanName(tag).toLowerCase()).filter((tag) => tag !== '')),
]

// A title and its like are one line: what turns letters around or breaks lines is not kept.
const line = (rule: Rule) => z.string().max(2000).transform(cleanName).superRefine(by(rule))

const by =
  (rule: Rule) =>
  (value: string, context: z.RefinementCtx): void => {
    const fault = rule(value)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  }

const cover = z.object({
  id,
  /** What is to be seen, for who does not see it; empty: decoration. */
  alt: z.string(),
})
export type Cover = z.output<typeof cover>

export const card = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  cover: cover.nullable(),
  author: z.string(),
  publishedAt: moment,
  updatedAt: moment,
  readingMinutes: z.int(),
})
export type Card = z.output<typeof card>

export const publicArticle = card.extend({
  /** Made of the markdown by the server; holds nothing that could run. */
  html: z.string(),
})
export type PublicArticle = z.output<typeof publicArticle>

const fields = {
  title: z.string(),
  summary: z.string(),
  markdown: z.string(),
  tags: z.array(z.string()),
  cover: cover.nullable(),
  author: z.string(),
}

export const article = z.object({
  id,
  slug: z.string(),
  ...fields,
  status: z.enum(statuses),
  publishedAt: moment.nullable(),
  scheduledFor: moment.nullable(),
  readingMinutes: z.int(),
  updatedAt: moment,
  /** Of the revision that is shown; every save adds one. */
  revision: z.int(),
  savedBy: z.string(),
  /** Whether its company may publish. If not, nobody but its writers sees it, whatever its status is. */
  publishes: z.boolean(),
})
export type Article = z.output<typeof article>

export const revisionHead = z.object({
  number: z.int(),
  savedAt: moment,
  savedBy: z.string(),
  title: z.string(),
  /** Which revision was brought back, if that is how this one was made. */
  restoredFrom: z.int().nullable(),
})
export type RevisionHead = z.output<typeof revisionHead>

export const revisionText = revisionHead.extend(fields)
export type RevisionText = z.output<typeof revisionText>

// As far as the store counts.
const revisionNumber = z.coerce.number().int().min(1).max(2_147_483_647)

const written = {
  title: line(titleRule),
  summary: line(summaryRule),
  markdown: z.string().superRefine(by(markdownRule)),
  tags: z.array(line(tagRule)).max(longest.tags, `At most ${longest.tags} tags`).transform(cleanTags),
  cover: z.object({ id, alt: line(altRule) }).nullable(),
  author: line(authorRule),
}

// What everybody may read ----------------------------------------------------------------------------------------------

export const published = query('blog.published', 'GET /blog/articles', 'public', {
  summary: 'The published articles, newest first, by pages and by tag',
  input: z.object({
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    tag: z.string().max(200).optional(),
  }),
  output: z.object({
    articles: z.array(card),
    page: z.int(),
    pages: z.int(),
    tag: z.string().nullable(),
    /** The most used tags of published articles, at most `mostTags`, the most used first. */
    tags: z.array(z.object({ tag: z.string(), articles: z.int() })),
  }),
})

export const read = query('blog.read', 'GET /blog/articles/{postId}', 'public', {
  summary: 'A published article, by its slug or its id',
  input: z.object({ postId: z.string().min(1).max(200) }),
  output: z.object({
    article: publicArticle,
    /** What else there is to read: the newest others, those of the same tags first. */
    more: z.array(card),
  }),
})

const pictureInput = z.object({ pictureId: id, size: z.enum(['small', 'card', 'large']) })

export const picture = query('blog.picture', 'GET /blog/pictures/{pictureId}/{size}', 'public', {
  summary: 'A picture of a published article',
  input: pictureInput,
  output: bytes,
  download: 'image/webp',
})

// What writers do ------------------------------------------------------------------------------------------------------

// Who writes, or who edits what others wrote.
const writers = {
  either: ['create_blog', 'edit_blog'],
  denied: 'This needs the permission to write or to edit articles.',
} as const

/** As a list shows it. */
export const row = article.omit({ markdown: true, summary: true, cover: true })
export type Row = z.output<typeof row>

export const list = query('blog.list', 'GET /blog/mine', 'signed-in', {
  sentence: ['Viewed', 'the articles of the company'],
  summary: 'The articles of the company, drafts too; to those who may not edit articles, the ones they began',
  output: z.object({ articles: z.array(row) }),
  ...writers,
})

export const open = query('blog.open', 'GET /blog/mine/{id}', 'edit_blog', {
  sentence: ['Viewed', 'the article {} to edit it', 'an article to edit it'],
  summary: 'An article of the company, to be edited',
  output: z.object({ article }),
})

export const create = command('blog.create', 'POST /blog/mine', 'create_blog', {
  sentence: ['Began', 'the article {}', 'an article'],
  summary: 'Begin an article: a draft that nobody else sees',
  input: z.object(written),
  output: z.object({ article }),
})

export const save = command('blog.save', 'PUT /blog/mine/{id}', 'edit_blog', {
  sentence: ['Saved', 'the article {}', 'an article'],
  summary: 'Save an article as a new revision; 409 when somebody else has saved one since `revision`',
  input: z.object({ id, revision: z.int(), ...written }),
  output: z.object({ article }),
})

export const setStatus = command('blog.setStatus', 'PUT /blog/mine/{id}/status', 'publish_blog', {
  sentence: ['Changed', 'whether {} is public', 'whether an article is public'],
  summary:
    'Publish an article, now or at a moment to come, if the company may; or take it back. 409 when somebody else has saved since `revision`',
  input: z.object({ id, revision: z.int(), status: z.enum(statuses), scheduledFor: moment.nullable().default(null) }),
  output: z.object({ article }),
})

export const remove = command('blog.remove', 'DELETE /blog/mine/{id}', 'delete_blog', {
  sentence: ['Deleted', 'the article {}', 'an article'],
  summary: 'Delete an article with all its revisions',
})

export const revisions = query('blog.revisions', 'GET /blog/mine/{id}/revisions', 'edit_blog', {
  sentence: ['Viewed', 'the earlier texts of an article'],
  summary: 'The revisions of an article, newest first',
  output: z.object({ revisions: z.array(revisionHead) }),
})

export const revision = query('blog.revision', 'GET /blog/mine/{id}/revisions/{number}', 'edit_blog', {
  sentence: ['Viewed', 'an earlier text of an article'],
  summary: 'A revision of an article in full',
  input: z.object({ id, number: revisionNumber }),
  output: z.object({ revision: revisionText }),
})

export const restore = command('blog.restore', 'POST /blog/mine/{id}/revisions/{number}/restore', 'edit_blog', {
  sentence: ['Brought back', 'an earlier text of {}', 'an earlier text of an article'],
  summary: 'Bring a revision back, as a new one; 409 when somebody else has saved one since `revision`',
  input: z.object({ id, number: revisionNumber, revision: z.int() }),
  output: z.object({ article }),
})

/** Reads nothing but the pictures that may be shown, and keeps nothing. */
export const preview = command('blog.preview', 'POST /blog/preview', 'signed-in', {
  summary: 'What the server makes of a markdown text, of the article `id` if it is there already',
  input: z.object({ markdown: written.markdown, id: id.nullable().default(null) }),
  output: z.object({ html: z.string(), words: z.int(), readingMinutes: z.int() }),
  ...writers,
  audit: false,
  rateLimit: 240,
})

export const uploadPicture = command('blog.uploadPicture', 'POST /blog/pictures', 'signed-in', {
  sentence: ['Added', 'a picture for an article'],
  summary:
    'A picture for an article: multipart, field `picture`, JPEG, PNG or GIF up to 5 MB. Needs create_blog or edit_blog',
  output: z.object({ picture: z.object({ id, width: z.int(), height: z.int() }) }),
  ...writers,
  upload: { field: 'picture', bytes: pictureBytes, tooLarge: pictureMessages.size },
  rateLimit: 60,
})

export const ownPicture = query('blog.ownPicture', 'GET /blog/mine/pictures/{pictureId}/{size}', 'signed-in', {
  summary: 'A picture of the company’s articles, drafts too, to those who write them',
  input: pictureInput,
  output: bytes,
  ...writers,
  download: 'image/webp',
})
