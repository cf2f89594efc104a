// The question before something that reaches far, answered by holding: it names what it is done to and what happens.
import { useState } from 'react'
import { messageOf } from '../../kit/data/api.ts'
import { HoldButton } from './hold-button.tsx'
import { type Asked, Question } from './question.tsx'

interface HoldConfirmProps extends Omit<Asked, 'tone'> {
  readonly onConfirm: () => Promise<unknown>
}

export const HoldConfirm = ({ onConfirm, ...asked }: HoldConfirmProps) => {
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const confirm = async (released: Promise<void>) => {
    setWorking(true)
    setFailure(null)
    try {
      await onConfirm()
      await released
      asked.onClose()
    } catch (error) {
      setFailure(messageOf(error, 'It could not be done. Please try again.'))
      setWorking(false)
    }
  }
  return (
    <Question
      {...asked}
      failure={failure}
      working={working}
      confirm={
        <HoldButton
          label={asked.action}
          busy={working ? asked.busy : null}
          onHeld={(released) => void confirm(released)}
        />
      }
    />
  )
}
