// Says that this tab looks through another person's eyes, and ends it.
import { useState } from 'react'
import { endViewing } from '../../kit/session/session.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import styles from './viewing-banner.module.css'

export const ViewingBanner = () => {
  const { viewing, user } = useSession()
  const [ending, setEnding] = useState(false)
  if (!viewing) return null
  const end = () => {
    if (ending) return
    setEnding(true)
    void endViewing()
  }
  return (
    <section className={styles.banner} aria-label="Viewing as another person">
      <Icon name="eye" size="medium" />
      <p>
        You see Gatehouse as <strong>{user?.displayName}</strong>. Read only.
      </p>
      <PlainButton on="colour" aria-disabled={ending} onClick={end}>
        End
      </PlainButton>
    </section>
  )
}
