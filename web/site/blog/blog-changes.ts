// What has to be asked for anew once an article has changed.
import { type Article, list, revisions } from '@gatehouse/contract/site/blog'
import { keyOf } from '../../kit/live/live-cache.ts'
import { queryClient } from '../../kit/data/queries.ts'

export const blogChanged = async ({ id }: Article): Promise<void> => {
  const changed = [keyOf(list, {}), keyOf(revisions, { id })]
  await Promise.all(changed.map((queryKey) => queryClient().invalidateQueries({ queryKey })))
}
