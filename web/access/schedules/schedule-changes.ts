// What has to be asked for again once schedules, or what follows them, have changed.
import { queryClient } from '../../kit/data/queries.ts'

export const schedulesChanged = (): void =>
  void queryClient().invalidateQueries({
    predicate: ({ queryKey: [name] }) =>
      typeof name === 'string' && /^GET \/(schedules|holiday-calendars|door-schedules|access)/.test(name),
  })
