// What every page has: the skip link, what follows from going elsewhere, and clean addresses.
import { Navigate, Outlet, useLocation } from 'react-router'
import { PageProvider } from '../kit/page-context.tsx'
import { later } from '../ui/feedback/later.tsx'
import { SkipLink } from '../ui/primitives/skip-link.tsx'
import { FollowNavigation } from './follow-navigation.tsx'
import { RouterPlace } from './router-place.tsx'

// Of the service worker, which comes late as well.
const UpdateNotice = later(async () => (await import('./banners/update-notice.tsx')).UpdateNotice, 'silent')

export const Root = () => {
  const { pathname, search, hash, state } = useLocation()
  if (pathname.length > 1 && pathname.endsWith('/')) {
    return <Navigate to={{ pathname: pathname.replace(/\/+$/, '') || '/', search, hash }} state={state} replace />
  }
  return (
    <RouterPlace>
      <PageProvider>
        <SkipLink />
        <Outlet />
        <FollowNavigation />
      </PageProvider>
      <UpdateNotice />
    </RouterPlace>
  )
}
