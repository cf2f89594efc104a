// The pages of the browser side and what each needs, read from its route table as text: the tests enter by HTTP only.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPermission, type Permission } from '@gatehouse/contract/permissions'

export interface Guarded {
  /** As in the table: `/staff/:email`, `/users/*`. */
  readonly path: string
  readonly needed: readonly Permission[]
}

export const guardedRoutes = (): Guarded[] => {
  const table = readFileSync(join(import.meta.dirname, '../..', 'web', 'routes.tsx'), 'utf8')
  return [...table.matchAll(/path: '([^']+)',\s+permissions: \[([^\]]*)\]/g)].map(([, path = '', list = '']) => ({
    path,
    needed: [...list.matchAll(/\w+/g)].map(([name]) => {
      if (!isPermission(name)) throw new Error(`${path} needs ${name}, which is no permission`)
      return name
    }),
  }))
}
