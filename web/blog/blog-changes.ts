// What has to be asked for anew once an article has changed.
import { type Article, list, revisions } from '@gatehouse/contract/blog'
import { keyOf } from '../kit/live-cache.ts'
import { queryClient } from '../kit/queries.ts'

export const blogChanged = async ({ id }: Article): Promise<void> => {
  const changed = [keyOf(list, {}), keyOf(revisions, { id })]
  await Promise.all(changed.map((queryKey) => queryClient().invalidateQueries({ queryKey })))
}
