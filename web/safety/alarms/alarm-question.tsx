// The frame of what is asked before something is done with an alarm, which is shown as it is from then on.
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { nameOf } from '../../kit/alarm-words.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Question, useConfirming } from '../../ui/sheets/question.tsx'
import { showAlarm } from './alarm-lists.live.ts'

interface AlarmQuestionProps {
  readonly alarm: Alarm
  /** `Shelve`, `Shelving…`, `shelved` */
  readonly action: string
  readonly busy: string
  readonly done: string
  /** What has to be filled in, and what is said above it. */
  readonly field: ReactNode
  readonly children: ReactNode
  /** null where something is wrong with what was filled in. */
  readonly act: () => Promise<{ readonly alarm: Alarm }> | null
  readonly onClose: () => void
}

export const AlarmQuestion = (props: AlarmQuestionProps) => {
  const { alarm, action, busy, done, field, children, act, onClose } = props
  const cache = useQueryClient()
  const { working, failure, confirm } = useConfirming(onClose)
  const submit = async () => {
    const acting = act()
    if (acting === null) return
    await confirm(async () => {
      showAlarm(cache, (await acting).alarm)
      toast('success', `${nameOf(alarm)} is ${done}.`)
    })
  }
  return (
    <Question
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a prop of the frame, not an attribute
      role="dialog"
      title={`${action} ${nameOf(alarm)}?`}
      action={action}
      busy={busy}
      failure={failure}
      working={working}
      onClose={onClose}
      onSubmit={submit}
      field={field}
    >
      {children}
    </Question>
  )
}
