// The way of the signed-in from public pages to where they work.
import { Link } from '../../kit/place.tsx'
import { useSession } from '../../kit/session/session-state.ts'
import { firstPageFor } from '../../shell/menu/first-page.ts'

export const OpenLink = ({ className }: { readonly className: string | undefined }) => {
  const start = firstPageFor(useSession().permissions)
  if (start === '/') return null
  return (
    <Link to={start} className={className}>
      Open Gatehouse
    </Link>
  )
}
