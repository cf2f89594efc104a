// The frame of public pages: a bar, the page, its foot, and a word when the server cannot be reached.
import type { ReactNode } from 'react'
import { useNamedPage } from '../../kit/page-context.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'

interface FrameProps {
  readonly title?: string | undefined
  readonly bar: ReactNode
  readonly notice: ReactNode
  readonly hasFoot?: boolean
  readonly children: ReactNode
}

export const Frame = ({ title, bar, notice, hasFoot = true, children }: FrameProps) => {
  useNamedPage(title)
  return (
    <div className={styles.frame}>
      {title !== undefined && <title>{`${title} · Gatehouse`}</title>}
      {bar}
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col [outline:none]">
        {children}
      </main>
      {hasFoot && <Footer />}
      {notice}
    </div>
  )
}

const bare = new Set(['/', '/signin', '/signup', '/forgot'])

/** Where the top bar is hidden, and the page has a small head of its own. */
export const isBare = (pathname: string): boolean => bare.has(pathname)
