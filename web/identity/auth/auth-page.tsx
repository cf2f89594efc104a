// The frame of every page that leads in: the product's word beside a sheet with the form.
import { type ReactNode, Suspense } from 'react'
import { usePlace } from '../../kit/place.tsx'
import { BareBar } from '../../site/frame/bare-bar.tsx'
import { Frame, isBare } from '../../site/frame/frame.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { ReachNotice } from '../../ui/feedback/reach-notice.tsx'
import styles from './auth-page.module.css'

// Most come here where the top bar is hidden, and the page has to be small.
const PublicBar = later(async () => (await import('../../site/frame/public-bar.tsx')).PublicBar, 'silent')

interface AuthPageProps {
  readonly title: string
  readonly lead?: ReactNode
  /** What stands below the form: the ways to other pages. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

export const AuthPage = ({ title, lead, below, children }: AuthPageProps) => (
  <AuthFrame title={title}>
    <div className={styles.page}>
      <aside className={styles.words} aria-label="What Gatehouse is">
        <p>Your building as it is right now: its doors, its people and its air, from a server that is your own.</p>
        <svg className={styles.gates} viewBox="0 0 244 320" aria-hidden="true">
          {[0, 1, 2, 3].map((arch) => (
            <path key={arch} d={archOf(arch * 40)} />
          ))}
        </svg>
      </aside>
      <section className={styles.card} aria-labelledby="title">
        <h1 id="title">{title}</h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        {children}
        {below !== undefined && <div className={styles.below}>{below}</div>}
      </section>
    </div>
  </AuthFrame>
)

const AuthFrame = ({ title, children }: Pick<AuthPageProps, 'title' | 'children'>) => {
  const bare = isBare(usePlace().pathname)
  return (
    <Frame title={title} hasFoot={!bare} bar={bare ? <BareBar /> : <LateBar />} notice={<ReachNotice />}>
      {children}
    </Frame>
  )
}

const LateBar = () => (
  <Suspense fallback={<div className={styles.bar} />}>
    <PublicBar />
  </Suspense>
)

// The gate of the sign, one within the other.
const archOf = (inset: number) => `M${inset + 8} 320V160a${152 - inset} ${152 - inset} 0 0 1 ${304 - 2 * inset} 0v160`
