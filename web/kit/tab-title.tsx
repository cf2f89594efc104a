// The title of the browser's tab: what the page is, and before it how many urgent alarms nobody has acknowledged.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const Mark = createContext('')
const SetMark = createContext<(mark: string) => void>(() => {})

export const TabProvider = ({ children }: { readonly children: ReactNode }) => {
  const [mark, setMark] = useState('')
  return (
    <SetMark value={setMark}>
      <Mark value={mark}>{children}</Mark>
    </SetMark>
  )
}

/** `3`, `25+`; empty: the title of the page stands alone. For as long as the caller is there. */
export const useTabMark = (mark: string): void => {
  const set = useContext(SetMark)
  useEffect(() => {
    set(mark)
    return () => set('')
  }, [set, mark])
}

/** `(3) Alarms · Gatehouse` */
export const TabTitle = ({ title }: { readonly title: string }) => {
  const mark = useContext(Mark)
  return <title>{`${mark === '' ? '' : `(${mark}) `}${title} · Gatehouse`}</title>
}
