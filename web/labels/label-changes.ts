// What has to be asked for again once labels have changed: labels show up wherever things and people are listed.
import { queryClient } from '../kit/queries.ts'

export const labelsChanged = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => typeof name === 'string' && /^GET \/(labels|users|devices|sites)/.test(name),
  })
