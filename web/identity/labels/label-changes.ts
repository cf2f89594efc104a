// What has to be asked for again once labels have changed: labels show up wherever things and people are listed.
import { queryClient } from '../../kit/data/queries.ts'

/** `gone`: the label that was deleted; what is still shown of it is not asked for again. */
export const labelsChanged = (gone?: string): Promise<void> =>
  queryClient().invalidateQueries({
    predicate: ({ queryKey: [name, input] }) =>
      typeof name === 'string' && /^GET \/(labels|users|devices|sites)/.test(name) && !isAbout(input, gone),
  })

const isAbout = (input: unknown, id: string | undefined): boolean =>
  id !== undefined && typeof input === 'object' && input !== null && 'id' in input && input.id === id
