// In the place of a form that its link does not open: what happened, and the ways on.
import type { ReactNode } from 'react'
import { Failure } from './form.tsx'
import styles from './form.module.css'
import { Ways } from './way.tsx'
import type { LinkState } from './use-link.ts'

interface LinkOverProps<Answer> {
  readonly of: LinkState<Answer>
  /** While it is being looked at. */
  readonly reading: string
  /** What happened to it, where it does not hold any more. */
  readonly over: string
  /** The ways on from there. */
  readonly children: ReactNode
}

export const LinkOver = <Answer,>({ of: { opened, again }, reading, over, children }: LinkOverProps<Answer>) => {
  if (opened.link === 'reading') return <output>{reading}</output>
  return (
    <>
      <Failure text={opened.link === 'unread' ? opened.failure : over} />
      <Ways>
        {opened.link === 'unread' ? (
          <button type="button" className={styles.way} onClick={again}>
            Try again
          </button>
        ) : (
          children
        )}
      </Ways>
    </>
  )
}
