// Whether an element can be seen, or nearly, so that what is out of sight asks for nothing.
import { type RefObject, useEffect, useState } from 'react'

const near = '200px'

export const useOnScreen = (element: RefObject<Element | null>): boolean => {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting === true), {
      rootMargin: near,
      // What scrolls within the page cuts off without it.
      scrollMargin: near,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return seen
}
