// Another page is read from its start, as after loading a document: its top in view, the focus at its begin, its name
// said. A sheet that opens over a page, or closes, is no other page.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { announce } from '../kit/hands/announce.ts'
import { usePage } from '../kit/page-context.tsx'
import { isOpenedHere } from '../ui/sheets/sheet-link.ts'

// Not before the page has said its name; the one before takes its own back.
const settledAfterMs = 50

export const FollowNavigation = () => {
  const page = useOpenPage()
  const { hash, key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const { pageTitle } = usePage()
  const shown = useRef(page)
  const announced = useRef(page)
  const begun = useRef(key)
  useLayoutEffect(() => {
    if (shown.current === page) return undefined
    shown.current = page
    if (!isBack) window.scrollTo(0, 0)
    const frame = requestAnimationFrame(() => {
      const main = document.getElementById('main')
      if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [page, isBack])
  useEffect(() => {
    if (announced.current === page || pageTitle === null) return undefined
    const timer = setTimeout(() => {
      announced.current = page
      announce(`Navigated to ${pageTitle}`)
    }, settledAfterMs)
    return () => clearTimeout(timer)
  }, [page, pageTitle])
  const isNamed = pageTitle !== null
  useEffect(() => {
    // The browser itself knows how far one had read what one goes back to.
    if (hash === '' || !isNamed || (isBack && key !== begun.current)) return undefined
    const timer = setTimeout(() => point(hash.slice(1)), settledAfterMs)
    return () => clearTimeout(timer)
  }, [hash, isNamed, isBack, key])
  return null
}

// As the browser does when it loads a document with such an address.
const point = (id: string) => {
  const target = document.getElementById(id)
  if (!target) return
  target.scrollIntoView()
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}

// The path of the page that is open, whichever sheets of it are.
const useOpenPage = (): string => {
  const { pathname, state }: { pathname: string; state: unknown } = useLocation()
  const [seen, setSeen] = useState({ pathname, state, page: pathname })
  if (seen.pathname === pathname) return seen.page
  const isSheet = (isOpenedHere(state) || isOpenedHere(seen.state)) && isBelow(pathname, seen.pathname)
  const page = isSheet ? seen.page : pathname
  setSeen({ pathname, state, page })
  return page
}

const isBelow = (one: string, other: string) => one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
