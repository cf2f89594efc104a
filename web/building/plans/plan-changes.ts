// What has to be asked for again once a plan has changed, and how a call that carries a file says what it is about.
import type { Operation } from '@gatehouse/contract/operation'
import { queryClient } from '../../kit/data/queries.ts'

export const plansChanged = (): Promise<void> =>
  queryClient().invalidateQueries({
    predicate: ({ queryKey: [name] }) => typeof name === 'string' && name.startsWith('GET /plans'),
  })

/** The body is the file: the rest stands in the path. */
export const at = <Op extends Operation>(op: Op, parameters: Readonly<Record<string, string | number>>): Op => ({
  ...op,
  path: Object.entries(parameters).reduce(
    (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(value)),
    op.path,
  ),
})
