// How a call that carries a file says what it is about: the body is the file, the rest stands in the path.
import type { Operation } from '@gatehouse/contract/operation'

export const inPath = <Op extends Operation>(op: Op, parameters: Readonly<Record<string, string | number>>): Op => ({
  ...op,
  path: Object.entries(parameters).reduce(
    (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(value)),
    op.path,
  ),
})
