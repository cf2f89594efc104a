// Checking visitors in and out in one press, and undoing it in another.
import type { Pass } from '@gatehouse/contract/access/passes'
import * as visitors from '@gatehouse/contract/access/visitors'
import Button from '@mui/material/Button'
import { useMissing } from '../../kit/can.tsx'
import { useClock } from '../../kit/clock.ts'
import { call } from '../../kit/data/api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { FootBar } from '../../ui/primitives/foot-bar.tsx'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { mayCheckIn, mayCheckOut } from './visit-words.ts'

/** What was done last, for as long as it is on the screen. */
export interface LastVisit {
  readonly passId: string
  readonly logId: string
  /** `Kwame Mensah is checked in.` */
  readonly words: string
}

interface VisitButtonProps {
  readonly pass: Pass
  readonly onDone: (last: LastVisit) => void
  readonly variant?: 'contained' | 'outlined'
}

/** Check in or Check out, whichever is next; nothing where neither is. */
export const VisitButton = ({ pass, onDone, variant = 'outlined' }: VisitButtonProps) => {
  const may = useMissing(visitors.checkIn).length === 0
  const isIn = useClock((now) => mayCheckIn(pass, now))
  if (!may || !(isIn || mayCheckOut(pass))) return null
  const words = isIn ? 'Check in' : 'Check out'
  return (
    <CallButton
      variant={variant}
      size={variant === 'outlined' ? 'small' : 'medium'}
      aria-label={`${words} ${pass.visitor}`}
      failed="It could not be logged. Please try again."
      run={async () => {
        const { logId } = await call(isIn ? visitors.checkIn : visitors.checkOut, { passId: pass.id })
        onDone({ passId: pass.id, logId, words: `${pass.visitor} is checked ${isIn ? 'in' : 'out'}.` })
      }}
    >
      {words}
    </CallButton>
  )
}

interface UndoBarProps {
  readonly last: LastVisit
  readonly onClose: () => void
}

/** At the foot of the page: what was done last, and Undo. */
export const UndoBar = ({ last, onClose }: UndoBarProps) => (
  <FootBar label="Last change" words={last.words}>
    <Button onClick={onClose}>Close</Button>
    <CallButton
      variant="outlined"
      failed="It could not be undone. Please try again."
      run={async () => {
        await call(visitors.undo, { passId: last.passId, logId: last.logId })
        toast('info', 'Undone. The log has an entry that corrects it.')
        onClose()
      }}
    >
      Undo
    </CallButton>
  </FootBar>
)
