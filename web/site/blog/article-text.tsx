// The text of an article as the server made it. In a document it is there already and stays; in the application it is
// cleaned and put in.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import styles from '../../ui/primitives/prose.module.css'
import { cleanHtml } from './clean-html.ts'

interface ArticleTextProps {
  readonly html: string
  /** What is still to be done to it before anybody sees it. */
  readonly prepare?: (text: DocumentFragment) => void
}

export const ArticleText = ({ html, prepare }: ArticleTextProps) => {
  const isAhead = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  // The same object for good: React would otherwise assign the same text anew.
  const [given] = useState(isAhead ? { __html: html } : null)
  // oxlint-disable-next-line react/no-danger -- rendered by the server as a part of its document, never assigned here
  return given ? <div className={styles.text} dangerouslySetInnerHTML={given} /> : <Put html={html} prepare={prepare} />
}

const Put = ({ html, prepare }: { readonly html: string; readonly prepare: ArticleTextProps['prepare'] }) => {
  const place = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isWanted = true
    const put = async () => {
      const text = await cleanHtml(html).catch(() => null)
      if (!isWanted) return
      setFailed(text === null)
      if (!text) return
      prepare?.(text)
      place.current?.replaceChildren(text)
    }
    void put()
    return () => {
      isWanted = false
    }
  }, [html, prepare])
  return (
    <>
      {failed && <p role="alert">The text could not be shown. Please load the page again.</p>}
      <div className={styles.text} ref={place} />
    </>
  )
}

const never = () => () => {}
