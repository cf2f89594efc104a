// Who is signed in, as far as menus need to know.
import { useMemo } from 'react'
import { useSession } from '../../kit/session/session-state.ts'
import type { Viewer } from './entries.ts'

/** null: nobody. */
export const useViewer = (): Viewer | null => {
  const { status, permissions, user } = useSession()
  return useMemo(
    () =>
      status === 'out'
        ? null
        : {
            permissions,
            roles: (user?.roles ?? []).map(({ name }) => name),
            inCompany: (user?.company ?? null) !== null,
          },
    [status, permissions, user],
  )
}
