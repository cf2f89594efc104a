// What is typed of an article, and what is wrong with it before it is sent.
import { type Article, cleanTags, type Cover, longest, type RevisionText } from '@gatehouse/contract/site/blog'

export interface Fields {
  title: string
  summary: string
  markdown: string
  tags: string[]
  cover: Cover | null
  author: string
}

export const emptyFields = (author: string): Fields => ({
  title: '',
  summary: '',
  markdown: '',
  tags: [],
  cover: null,
  author,
})

export const fieldsOf = ({ title, summary, markdown, tags, cover, author }: Article | RevisionText): Fields => ({
  title,
  summary,
  markdown,
  tags: [...tags],
  cover,
  author,
})

/** As they are kept, or what is wrong with them. */
export const tagsFault = (tags: readonly string[]): string | null => {
  if (cleanTags(tags).length > longest.tags) return `At most ${longest.tags} tags`
  return tags.some((tag) => tag.length > longest.tag) ? 'Tag is too long' : null
}

/** An article as one text, to be compared. */
export const wholeText = ({ title, summary, markdown, tags, cover, author }: Fields): string =>
  [
    `Title: ${title}`,
    `Summary: ${summary}`,
    `Author: ${author}`,
    `Tags: ${tags.join(', ')}`,
    `Cover: ${cover ? cover.alt || 'a picture without description' : 'none'}`,
    '',
    markdown,
  ].join('\n')
