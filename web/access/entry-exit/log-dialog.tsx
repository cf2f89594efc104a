// Logging an entry or an exit by hand: of whom, at which door, and why no door reported it.
import type { Device } from '@gatehouse/contract/building/devices'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Log } from '@gatehouse/contract/access/entry-exit'
import { typeWords } from '@gatehouse/contract/access/entry-exit-words'
import type { Input } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type SyntheticEvent, useState } from 'react'
import { ApiError, call, isStatus, messageOf } from '../../kit/data/api.ts'
import { useHolds } from '../../kit/can.tsx'
import { serverNow } from '../../kit/clock.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { useTimeZone } from '../../kit/time.ts'
import { SearchChoice } from '../../ui/forms/search-choice.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { leftOutFault, momentAt, wallTimeAt } from '../../ui/time/wall-time.ts'
import { isVisitor, peopleAndVisitors, whoOf } from './people-and-visitors.ts'
import { peopleInLog } from './people-in-log.ts'

export const LogDialog = ({ doors, onClose }: { readonly doors: readonly Device[]; readonly onClose: () => void }) => {
  const { user } = useSession()
  const self = user && { id: user.id, name: user.displayName }
  const timeZone = useTimeZone()
  const may = { entry: useHolds(['create_entry']), exit: useHolds(['create_exit']) }
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const [type, setType] = useState<Log['type']>(may.entry ? 'entry' : 'exit')
  const receives = useHolds(['read_doors', 'manage_visitors'])
  const operates = useHolds(['read_doors', 'operate_doors'])
  const seesVisitors = receives || operates
  const [who, setWho] = useState('')
  const [doorId, setDoorId] = useState('')
  const [reason, setReason] = useState<Reason | ''>('')
  const [other, setOther] = useState('')
  const [time, setTime] = useState(() => wallTimeAt(serverNow(), timeZone))
  const [touched, setTouched] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const faults = tried ? faultsOf({ who, doorId, reason, other }) : {}

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    const at = touched ? momentAt(time, timeZone).getTime() : serverNow()
    const leftOut = touched ? leftOutFault(time, timeZone) : null
    const refusal = refusalOf(user !== null, may[type], type) ?? faultOfTime(at) ?? leftOut
    setFailure(refusal)
    setTried(true)
    if (refusal !== null || Object.keys(faultsOf({ who, doorId, reason, other })).length > 0) return
    setBusy(true)
    try {
      await record({
        ...whoOf(who),
        doorId,
        type,
        timestamp: new Date(at).toISOString(),
        reason: reason === 'Other' ? other.trim() : reason,
      })
      toast('success', entryExit.messages.created(type))
      onClose()
    } catch (error) {
      // Whoever looks through another's eyes is told that, and not what the other may do.
      const message =
        isStatus(error, 403) && error.code !== 'READ_ONLY'
          ? entryExit.messages.createDenied(type)
          : messageOf(error, entryExit.messages.createFailed(type))
      setFailure(message)
      toast('error', message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog open onClose={onClose} fullScreen={phone} fullWidth maxWidth="xs" aria-labelledby="log-title">
      <form onSubmit={(event) => void submit(event)} noValidate className="flex min-h-full flex-col">
        <DialogTitle id="log-title">Log an entry or exit</DialogTitle>
        <DialogContent className="grid flex-1! content-start gap-5 [&>:first-child]:mt-2">
          <TextField
            select
            label="What happened"
            value={type}
            onChange={({ target }) => setType(target.value === 'exit' ? 'exit' : 'entry')}
          >
            {(['entry', 'exit'] as const).map((option) => (
              <MenuItem key={option} value={option} disabled={!may[option]}>
                {typeWords[option]}
              </MenuItem>
            ))}
          </TextField>
          <SearchChoice
            label="Person or visitor"
            help={
              faults.who ??
              (seesVisitors ? 'Anybody who is in the log, or a visitor of today' : 'You, or anybody who is in the log')
            }
            error={faults.who !== undefined}
            none="Nobody of this name"
            finder={seesVisitors ? peopleAndVisitors(self) : peopleInLog(self)}
            value={who}
            onChange={(chosen) => {
              setWho(chosen)
              if (isVisitor(chosen) && reason === '') setReason('Visitor')
            }}
          />
          <SelectField
            label="Door"
            value={doorId}
            error={faults.doorId !== undefined}
            helperText={faults.doorId}
            options={[['', 'Choose a door'], ...doors.map(({ id, name }) => [id, name] as const)]}
            onChange={setDoorId}
          />
          <SelectField
            label="Reason"
            value={reason}
            error={faults.reason !== undefined}
            helperText={faults.reason ?? 'Why it is logged by hand'}
            options={[['', 'Choose a reason'], ...reasons.map((one) => [one, one] as const)]}
            onChange={setReason}
          />
          {reason === 'Other' && (
            <TextField
              label="Other reason"
              value={other}
              error={faults.other !== undefined}
              helperText={faults.other}
              onChange={({ target }) => setOther(target.value)}
              slotProps={{ htmlInput: { maxLength: 500 } }}
            />
          )}
          <TextField
            type="datetime-local"
            label="When"
            value={time}
            helperText={touched ? timeZone : `Now, unless you change it (${timeZone})`}
            onChange={({ target }) => {
              setTouched(true)
              setTime(target.value)
            }}
            slotProps={{ inputLabel: { shrink: true } }}
          />
          <p role="alert" className="min-h-[1.5em] font-[550] text-critical">
            {failure}
          </p>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" aria-disabled={busy}>
            {busy ? 'Logging…' : `Log ${type}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const reasons = ['Forgotten badge', 'Visitor', 'Reader out of order', 'Other'] as const
type Reason = (typeof reasons)[number]

const record = async (input: Input<typeof entryExit.record>) => {
  const answer: { log?: Log } = await call(entryExit.record, input)
  if (!answer.log) throw new ApiError(0, { code: 'INVALID_DATA', message: entryExit.messages.invalidResponse })
}

const refusalOf = (signedIn: boolean, allowed: boolean, type: Log['type']): string | null => {
  if (!signedIn) return entryExit.messages.notSignedIn
  return allowed ? null : entryExit.messages.createDenied(type)
}

interface Filled {
  readonly who: string
  readonly doorId: string
  readonly reason: Reason | ''
  readonly other: string
}

/** What is missing, by field. */
const faultsOf = ({ who, doorId, reason, other }: Filled): Partial<Record<keyof Filled, string>> => ({
  ...(who === '' && { who: 'Choose the person or the visitor.' }),
  ...(doorId === '' && { doorId: 'Choose the door.' }),
  ...(reason === '' && { reason: 'Choose why it is logged by hand.' }),
  ...(reason === 'Other' && other.trim().length < 3 && { other: 'Enter the reason, in a few words.' }),
})

const faultOfTime = (at: number): string | null => {
  if (Number.isNaN(at)) return 'Enter the date and time.'
  return at > serverNow() + 60_000 ? 'The time cannot lie in the future.' : null
}
