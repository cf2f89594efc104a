// What the pages of the blog ask of the server.
import * as blog from '@gatehouse/contract/site/blog'
import { asking } from '../../kit/public-page.ts'
import { pageIn } from './article-words.ts'

export const published = (search: URLSearchParams) =>
  asking(blog.published, { page: pageIn(search), tag: search.get('tag') || undefined })

export const read = (postId: string) => asking(blog.read, { postId })
