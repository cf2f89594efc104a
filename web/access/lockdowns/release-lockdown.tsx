// The question before a lockdown is released: what opens again, and a reason that may be given later.
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import type { Lockdown } from '@gatehouse/contract/access/lockdowns'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { ReasonField } from '../../ui/forms/reason-field.tsx'
import { Question, useConfirming } from '../../ui/sheets/question.tsx'
import { doorsText } from './lockdown-words.ts'

interface ReleaseLockdownProps {
  readonly lockdown: Lockdown
}

export const ReleaseLockdown = ({ lockdown }: ReleaseLockdownProps) => {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="contained" onClick={() => setAsking(true)}>
        Release…
      </Button>
      {asking && <Asking lockdown={lockdown} onClose={() => setAsking(false)} />}
    </>
  )
}

interface AskingProps extends ReleaseLockdownProps {
  readonly onClose: () => void
}

const Asking = ({ lockdown: { id: lockdownId, name, counts }, onClose }: AskingProps) => {
  const [reason, setReason] = useState('')
  const { working, failure, confirm } = useConfirming(onClose)
  const release = async () => {
    await call(lockdowns.release, { lockdownId, reason })
    toast('success', `${name} is released.`)
  }
  return (
    <Question
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a prop of the frame, not an attribute
      role="dialog"
      title={`Release ${name}?`}
      action="Release"
      busy="Releasing…"
      failure={failure}
      working={working}
      onClose={onClose}
      onSubmit={() => confirm(release)}
      field={
        <ReasonField
          reasons={lockdowns.releaseReasons}
          value={reason}
          onChange={setReason}
          help="It can be given or completed later."
        />
      }
    >
      <p>
        {doorsText(counts.doors)} open again as their schedules and access levels say. Doors that another lockdown holds
        stay locked.
      </p>
    </Question>
  )
}
