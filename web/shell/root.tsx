// What every page has: the skip link, a place for announcements of navigation, and clean addresses.
import { useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import styles from './root.module.css'

export const Root = () => {
  const { pathname, search, hash, state } = useLocation()
  useFocusOnNavigation(pathname)
  if (pathname.length > 1 && pathname.endsWith('/')) {
    return <Navigate to={{ pathname: pathname.replace(/\/+$/, '') || '/', search, hash }} state={state} replace />
  }
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <Outlet />
    </>
  )
}

// A new page is read from its start, as after loading a document.
const useFocusOnNavigation = (pathname: string) => {
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return undefined
    previous.current = pathname
    const frame = requestAnimationFrame(() => {
      const main = document.getElementById('main')
      if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])
}
