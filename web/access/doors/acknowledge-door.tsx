// Acknowledging the alarm of a door where the alarm is shown: one press, for those who may.
import { useQueryClient } from '@tanstack/react-query'
import { announce } from '../../kit/hands/announce.ts'
import { useHas } from '../../kit/session/session-state.ts'
import { AcknowledgeButton } from '../../ui/primitives/acknowledge-button.tsx'
import type { Alarmed } from './send-acknowledgement.ts'

/** Whether the caller may, and how it is done: the door is shown as it is from then on. */
export const useAcknowledge = () => {
  const cache = useQueryClient()
  const isAllowed = useHas('acknowledge_alarms')
  const acknowledge = async (alarmed: Alarmed, note = '') => {
    // The dashboard begins without it.
    const { sendAcknowledgement } = await import('./send-acknowledgement.ts')
    await sendAcknowledgement(cache, alarmed, note)
    announce(`The alarm of ${alarmed.door.name} is acknowledged`)
  }
  return { isAllowed, acknowledge }
}

export const AcknowledgeDoor = ({ door, alarm }: Alarmed) => {
  const { isAllowed, acknowledge } = useAcknowledge()
  return isAllowed ? (
    <AcknowledgeButton of={`the alarm of ${door.name}`} acknowledge={() => acknowledge({ door, alarm })} />
  ) : null
}
