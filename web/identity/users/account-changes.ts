// What has to be asked for again once accounts have changed: roles and labels count who has them.
import { queryClient } from '../../kit/data/queries.ts'

export const accountsChanged = (): Promise<void> =>
  queryClient().invalidateQueries({
    predicate: ({ queryKey: [name] }) =>
      typeof name === 'string' && /^GET \/(users|roles|labels|staff|company)/.test(name),
  })
