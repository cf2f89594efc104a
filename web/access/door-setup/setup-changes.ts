// What has to be asked for again once a door was added, moved or approved.
import { queryClient } from '../../kit/data/queries.ts'

export const doorsChanged = (): Promise<void> =>
  queryClient().invalidateQueries({
    predicate: ({ queryKey: [name] }) =>
      typeof name === 'string' && (name === 'doors of the desk' || /^GET \/(doors|devices|door-|plans)/.test(name)),
  })
