// Who is signed in, as far as menus need to know.
import { useSession } from '../kit/session.ts'
import type { Visitor } from './menu.ts'

export const useVisitor = (): Visitor => {
  const { permissions, user } = useSession()
  return { permissions, inCompany: (user?.company ?? null) !== null }
}
