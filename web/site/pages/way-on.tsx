// The way on from the home page for the signed-in.
import { useSession } from '../../kit/session/session-state.ts'
import { firstPageFor } from '../../shell/menu/first-page.ts'
import { Way } from '../sections/hero.tsx'

export const WayOn = () => {
  const { user, permissions } = useSession()
  const start = firstPageFor(permissions)
  if (start !== '/') return <Way to={start}>Open Gatehouse</Way>
  return (
    <output>
      You are signed in as {user?.displayName}. None of the pages of this version is open to your role yet: ask an
      administrator of your company.
    </output>
  )
}
