// What is opened over the page, said as it opens and closes to whoever does not see it.
import { announce } from '../../kit/hands/announce.ts'
import { useOpenHere } from './use-open-here.ts'

/** `nameOf`: what it is called, `Notifications`. */
export const useAnnounced = <T>(nameOf: (what: T) => string) => {
  const [shown, setShown] = useOpenHere<T>()
  const show = (what: T) => {
    setShown(what)
    announce(`${nameOf(what)} opened`)
  }
  const close = () => {
    if (shown !== null) announce(`${nameOf(shown)} closed`)
    setShown(null)
  }
  return { shown, show, close }
}
