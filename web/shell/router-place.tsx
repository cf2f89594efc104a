// Where one is inside the application, for everything that is shown in public documents too.
import { type ReactNode, useMemo } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { type LinkProps, PlaceProvider } from '../kit/place.tsx'

export const RouterPlace = ({ children }: { readonly children: ReactNode }) => {
  // Another one each time one goes somewhere, also to where one is already.
  const location = useLocation()
  const navigate = useNavigate()
  const ways = useMemo(() => {
    const { pathname, search, hash, state } = location
    const go = (to: string, options = {}) => void navigate(to, options)
    return { place: { pathname, search, hash, state, go }, Link: RouterLink }
  }, [location, navigate])
  return <PlaceProvider value={ways}>{children}</PlaceProvider>
}

const RouterLink = (props: LinkProps) => <Link {...props} />
