// The question before something that reaches far, answered by holding: it names what it is done to and what happens.
import { HoldButton } from './hold-button.tsx'
import { type Asked, Question, useConfirming } from './question.tsx'

interface HoldConfirmProps extends Omit<Asked, 'tone'> {
  readonly onConfirm: () => Promise<unknown>
}

export const HoldConfirm = ({ onConfirm, ...asked }: HoldConfirmProps) => {
  const { working, failure, confirm } = useConfirming(asked.onClose)
  return (
    <Question
      {...asked}
      failure={failure}
      working={working}
      confirm={
        <HoldButton
          label={asked.action}
          busy={working ? asked.busy : null}
          onHeld={(released) =>
            void confirm(async () => {
              await onConfirm()
              await released
            })
          }
        />
      }
    />
  )
}
