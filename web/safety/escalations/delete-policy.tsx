// Deleting an escalation policy, and what stands against it.
import * as escalations from '@gatehouse/contract/safety/escalations'
import type { EscalationPolicy } from '@gatehouse/contract/safety/escalations'
import type { To } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { defaultText, rulesText } from './escalation-words.ts'

interface DeletePolicyProps {
  readonly policy: EscalationPolicy
  readonly closed: To
}

export const DeletePolicy = ({ policy, closed }: DeletePolicyProps) => {
  const close = useCloseSheet(closed)
  const byDefault = defaultText(policy)
  return (
    <div className="grid grid-cols-1 gap-3 border-t border-t-line pt-4">
      <p className="text-sm text-muted">{rulesText(policy)}</p>
      {byDefault === null ? (
        <Can op={escalations.remove}>
          <ConfirmButton
            className="justify-self-start"
            label="Delete the policy"
            title={`Delete ${policy.name}?`}
            action="Delete"
            busy="Deleting…"
            run={() => call(escalations.remove, { id: policy.id })}
            done={`The escalation policy ${policy.name} is deleted.`}
            then={close}
          >
            <p>
              {policy.rules.length > 0
                ? `${rulesText(policy)}. Let them follow another policy first.`
                : 'Alarms that are being escalated go on as they began.'}
            </p>
          </ConfirmButton>
        </Can>
      ) : (
        <p className="text-sm text-muted">{byDefault} follow it by default, so it cannot be deleted.</p>
      )}
    </div>
  )
}
