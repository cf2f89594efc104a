// Says that this tab looks through another person's eyes, and ends it.
import { useState } from 'react'
import { endViewing } from '../../kit/session/session.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import { DeepBanner } from './deep-banner.tsx'

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
    <DeepBanner
      label="Viewing as another person"
      icon="eye"
      text={
        <>
          You see Gatehouse as <strong>{user?.displayName}</strong>. Read only.
        </>
      }
    >
      <PlainButton on="colour" aria-disabled={ending} onClick={end}>
        End
      </PlainButton>
    </DeepBanner>
  )
}
