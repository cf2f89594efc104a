// Taking a device of any kind out of service while somebody works at it, and returning it, for those who manage its kind.
import * as service from '@gatehouse/contract/building/device-service'
import type { Device } from '@gatehouse/contract/building/devices'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useHolds } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { toast } from '../feedback/toast.ts'
import { SelectField } from '../forms/select-field.tsx'
import { ConfirmButton } from './confirm-button.tsx'
import { Question, useConfirming } from './question.tsx'
import { useWhy } from './why-field.ts'

type Serviced = Pick<Device, 'id' | 'name' | 'kind' | 'outOfService'>

interface ServiceButtonProps {
  readonly device: Serviced
  /** Once it is changed, before the events of it have come. */
  readonly then?: () => unknown
}

export const ServiceButton = ({ device, then }: ServiceButtonProps) => {
  const mayManage = useHolds([service.managePermission[device.kind]])
  const [asking, setAsking] = useState(false)
  if (!mayManage) return null
  const { id: deviceId, name } = device
  if (device.outOfService)
    return (
      <ConfirmButton
        variant="outlined"
        size="small"
        label="Return to service…"
        title={`Return ${name} to service?`}
        action="Return to service"
        busy="Saving…"
        tone="plain"
        run={async () => {
          await call(service.returnToService, { deviceId })
          await then?.()
        }}
        done={`${name} is back in service.`}
      >
        <p>From then on its alarms notify people again; those that hold are raised.</p>
      </ConfirmButton>
    )
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => setAsking(true)}>
        Take out of service…
      </Button>
      {asking && <TakeOutOfService device={device} then={then} onClose={() => setAsking(false)} />}
    </>
  )
}

const times = [
  ['', 'Until it is returned'],
  ['60', '1 hour'],
  ['240', '4 hours'],
  ['480', '8 hours'],
  ['1440', '1 day'],
  ['10080', '7 days'],
] as const
type Time = (typeof times)[number][0]

interface TakeOutOfServiceProps {
  readonly device: Serviced
  readonly then: ServiceButtonProps['then']
  readonly onClose: () => void
}

const TakeOutOfService = ({ device: { id: deviceId, name }, then, onClose }: TakeOutOfServiceProps) => {
  const [minutes, setMinutes] = useState<Time>('')
  const why = useWhy('Reason')
  const { working, failure, confirm } = useConfirming(onClose)
  const submit = async () => {
    const reason = why.given()
    if (reason === null) return
    await confirm(async () => {
      await call(service.takeOutOfService, {
        deviceId,
        reason,
        ...(minutes === '' ? {} : { minutes: Number(minutes) }),
      })
      await then?.()
      toast('success', `${name} is out of service.`)
    })
  }
  return (
    <Question
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a prop of the frame, not an attribute
      role="dialog"
      title={`Take ${name} out of service?`}
      action="Take out of service"
      busy="Saving…"
      failure={failure}
      working={working}
      onClose={onClose}
      onSubmit={submit}
      field={
        <div className="grid grid-cols-1 gap-4">
          <SelectField label="For" value={minutes} options={times} onChange={setMinutes} />
          <TextField {...why.field} multiline minRows={2} />
        </div>
      }
    >
      <p>Nobody is notified of its alarms until it is back. It goes on measuring and working.</p>
    </Question>
  )
}
