// Switching an actuator by hand, for those who may: for a time and with a reason, to test it, or back to automatic.
import * as actuators from '@gatehouse/contract/safety/actuators'
import type { Actuator } from '@gatehouse/contract/safety/actuators'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useMissing } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { Question, useConfirming } from '../../ui/sheets/question.tsx'
import { useWhy } from '../../ui/sheets/why-field.ts'

export const ActuatorActions = ({ actuator }: { readonly actuator: Actuator }) => {
  const mayOperate = useMissing(actuators.override).length === 0
  const [switching, setSwitching] = useState<boolean | null>(null)
  if (!mayOperate) return null
  const { id: actuatorId, name, override, wanted, purpose, outOfService } = actuator
  // Somebody works at it: nothing is switched there.
  if (outOfService) return null
  const sounds = purpose === 'horn' && wanted.isOn && wanted.why.kind === 'effect'
  return (
    <p className="flex flex-wrap gap-2 [&>button]:min-h-touch">
      {sounds && (
        <ConfirmButton
          variant="contained"
          label="Silence"
          title={`Silence ${name}?`}
          action="Silence"
          busy="Silencing…"
          tone="plain"
          run={() => call(actuators.silence, { actuatorId })}
          done={`${name} is silenced. It sounds again at the next alarm.`}
        >
          <p>It is silent about the alarms that it sounds for now. They are still there.</p>
        </ConfirmButton>
      )}
      {override ? (
        <ConfirmButton
          variant="outlined"
          label="Return to automatic"
          title={`Return ${name} to automatic?`}
          action="Return to automatic"
          busy="Saving…"
          tone="plain"
          run={() => call(actuators.endOverride, { actuatorId })}
          done={`${name} is automatic again.`}
        >
          <p>Alarms switch it again, from now on.</p>
        </ConfirmButton>
      ) : (
        <>
          <Button variant="outlined" onClick={() => setSwitching(true)}>
            Switch on…
          </Button>
          <Button variant="outlined" onClick={() => setSwitching(false)}>
            Switch off…
          </Button>
          <ConfirmButton
            label="Test…"
            title={`Test ${name}?`}
            action={`Switch on for ${testSeconds} s`}
            busy="Switching on…"
            tone="plain"
            run={() => call(actuators.test, { actuatorId, seconds: testSeconds })}
            done={`${name} is being tested for ${testSeconds} s.`}
          >
            <p>It is on for {testSeconds} s; then alarms switch it again. Say so to those who hear or see it.</p>
          </ConfirmButton>
        </>
      )}
      {switching !== null && <SwitchQuestion actuator={actuator} isOn={switching} onClose={() => setSwitching(null)} />}
    </p>
  )
}

const testSeconds = 10

const times = [
  ['15', '15 minutes'],
  ['60', '1 hour'],
  ['240', '4 hours'],
  ['480', '8 hours'],
] as const
type Time = (typeof times)[number][0]

interface SwitchQuestionProps {
  readonly actuator: Actuator
  readonly isOn: boolean
  readonly onClose: () => void
}

const SwitchQuestion = ({ actuator: { id: actuatorId, name, wanted }, isOn, onClose }: SwitchQuestionProps) => {
  const [minutes, setMinutes] = useState<Time>('15')
  const why = useWhy()
  const { working, failure, confirm } = useConfirming(onClose)
  const word = isOn ? 'on' : 'off'
  const submit = async () => {
    const reason = why.given()
    if (reason === null) return
    await confirm(async () => {
      await call(actuators.override, { actuatorId, isOn, minutes: Number(minutes), reason })
      toast('success', `${name} is to be ${word}, whatever alarms ask for.`)
    })
  }
  return (
    <Question
      title={`Switch ${name} ${word}?`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a prop of the frame, not an attribute
      role="dialog"
      action={`Switch ${word}`}
      busy={`Switching ${word}…`}
      tone={!isOn && wanted.isOn ? 'danger' : 'plain'}
      failure={failure}
      working={working}
      onSubmit={submit}
      onClose={onClose}
      field={
        <>
          <SelectField label="For" value={minutes} options={times} onChange={setMinutes} />
          <TextField {...why.field} slotProps={{ htmlInput: { maxLength: 200 } }} />
        </>
      }
    >
      <p>
        {!isOn && wanted.why.kind === 'effect'
          ? `An alarm asks for it: ${wanted.why.alarm}. It is off all the same, until the time is over or you return it to automatic.`
          : `It is ${word} whatever alarms ask for, until the time is over or you return it to automatic.`}
      </p>
    </Question>
  )
}
