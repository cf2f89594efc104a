// What styles of the whole document depend on, as an attribute of its root while a part is there. A rule such as
// `body:has(…)` would do it without a script, but for such a rule the browser computes the styles of every element again
// whenever any element comes or goes anywhere.
import { useEffect } from 'react'

/** The root has the attribute for as long as any of the parts that ask for it is there. */
export const useRootMark = (name: `data-${string}`): void =>
  useEffect(() => {
    add(name, 1)
    return () => add(name, -1)
  }, [name])

const add = (name: string, by: number) => {
  const root = document.documentElement
  const parts = Number(root.getAttribute(name)) + by
  if (parts > 0) root.setAttribute(name, String(parts))
  else root.removeAttribute(name)
}
