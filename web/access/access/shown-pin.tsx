// A PIN, told once: nobody can look it up afterwards.
import type { Person } from '@gatehouse/contract/access/access'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'

interface ShownPinProps {
  readonly person: Person
  readonly pin: string
  readonly onClose: () => void
}

export const ShownPin = ({ person, pin, onClose }: ShownPinProps) => {
  const heading = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={heading}>
      <DialogTitle id={heading}>The PIN of {person.displayName}</DialogTitle>
      <DialogContent>
        <p className="m-0 text-center font-mono text-[2rem] font-semibold tracking-[0.2em]">{pin}</p>
        <p>Tell it to {person.displayName} now. It is kept nowhere in clear and cannot be looked up again.</p>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          I have told it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
