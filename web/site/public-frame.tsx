// The frame of public pages: name, theme toggle, and the way in.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { chooseThemeMode, useThemeMode } from '../kit/theme-mode.ts'
import { Icon } from '../ui/icon.tsx'
import { Wordmark } from '../ui/wordmark.tsx'
import styles from './public-frame.module.css'

interface PublicFrameProps {
  readonly title?: string
  readonly children: ReactNode
}

export const PublicFrame = ({ title, children }: PublicFrameProps) => {
  const mode = useThemeMode()
  const other = mode === 'dark' ? 'light' : 'dark'
  return (
    <div className={styles.frame}>
      <title>{title ? `${title} · Gatehouse` : 'Gatehouse'}</title>
      <header className={styles.bar}>
        <Link to="/" className={styles.brand} aria-label="Gatehouse, home page">
          <Wordmark />
        </Link>
        <span className={styles.tools}>
          <button
            type="button"
            className={styles.toggle}
            aria-label={`Use the ${other} theme`}
            onClick={() => chooseThemeMode(other)}
          >
            <Icon name={mode === 'dark' ? 'sun' : 'moon'} size="medium" />
          </button>
        </span>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  )
}
