// The reason of what is under way already: given by one tap, completed or changed as more is known.
import Button from '@mui/material/Button'
import { useState } from 'react'
import { messageOf } from '../../kit/data/api.ts'
import { toast } from '../feedback/toast.ts'
import { ReasonChoice, ReasonField } from '../forms/reason-field.tsx'
import { Question, useConfirming } from './question.tsx'

interface ReasonLaterProps {
  readonly reasons: readonly string[]
  /** Empty: there is none yet. */
  readonly reason: string
  /** Where there is more than one on the same page: `release reason`. */
  readonly noun?: string
  readonly save: (reason: string) => Promise<unknown>
}

/** Proposes reasons as long as none has been given; then the way to change it is all that is left. */
export const ReasonLater = ({ reasons, reason, noun = 'reason', save }: ReasonLaterProps) => {
  const [asking, setAsking] = useState(false)
  const [chosen, setChosen] = useState('')
  const choose = async (one: string) => {
    setChosen(one)
    try {
      await save(one)
    } catch (error) {
      toast('error', messageOf(error, 'The reason could not be saved.'))
    } finally {
      setChosen('')
    }
  }
  return (
    <>
      {reason === '' && <ReasonChoice reasons={reasons} value={chosen} onChoose={(one) => void choose(one)} />}
      <Button onClick={() => setAsking(true)}>{`${reason === '' ? 'Write a' : 'Change'} ${noun}`}</Button>
      {asking && <Asking reasons={reasons} reason={reason} noun={noun} save={save} onClose={() => setAsking(false)} />}
    </>
  )
}

interface AskingProps extends Required<ReasonLaterProps> {
  readonly onClose: () => void
}

const Asking = ({ reasons, reason, noun, save, onClose }: AskingProps) => {
  const [value, setValue] = useState(reason)
  const { working, failure, confirm } = useConfirming(onClose)
  return (
    <Question
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a prop of the frame, not an attribute
      role="dialog"
      title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`}
      action="Save"
      busy="Saving…"
      failure={failure}
      working={working}
      idle={value.trim() === ''}
      onClose={onClose}
      onSubmit={() => confirm(() => save(value.trim()))}
      field={
        <ReasonField reasons={reasons} value={value} onChange={setValue} help="Both reasons stay on the record." />
      }
    >
      <p>As far as it is known now.</p>
    </Question>
  )
}
