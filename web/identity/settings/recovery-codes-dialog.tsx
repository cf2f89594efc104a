// Recovery codes, shown this once: to be copied, saved or printed before the dialog closes.
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { useSession } from '../../kit/session/session-state.ts'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { print, saveFile } from '../../ui/tables/save-and-print.ts'
import { dialogContent } from './form-dialog.tsx'

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

export const RecoveryCodesDialog = ({ codes, onClose }: RecoveryCodesDialogProps) => {
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const { user } = useSession()
  const [stored, setStored] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const sheet = ['Gatehouse recovery codes', user?.email ?? '', 'Each opens the account once.', '', ...codes].join('\n')
  const close = () => {
    if (stored) onClose()
    else setFailure('Keep the codes first: they are not shown again.')
  }
  return (
    <Dialog
      open
      fullScreen={phone}
      fullWidth
      maxWidth="xs"
      aria-labelledby="codes-title"
      aria-describedby="codes-words"
    >
      <DialogTitle id="codes-title">Your recovery codes</DialogTitle>
      <DialogContent className={dialogContent}>
        <p id="codes-words">
          When you cannot get a code, one of these opens your account in its place. Each works once. They are shown only
          now: keep them where others do not find them.
        </p>
        <ul
          className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-4 gap-y-1 rounded border border-line bg-sunken px-4 py-3"
          aria-label="Recovery codes"
        >
          {codes.map((code) => (
            <li key={code}>
              <code className="text-lg [letter-spacing:0.06em]">{code}</code>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-2">
          <CopyButton text={codes.join('\n')} label="Copy" />
          <Button
            variant="outlined"
            size="small"
            onClick={() => saveFile(new Blob([sheet], { type: 'text/plain' }), 'gatehouse-recovery-codes.txt')}
          >
            Download
          </Button>
          <Button variant="outlined" size="small" onClick={() => print(sheet)}>
            Print
          </Button>
        </div>
        <FormControlLabel
          control={<Checkbox checked={stored} onChange={(_, checked) => setStored(checked)} />}
          label="I have kept these codes"
          slotProps={{ typography: { variant: 'body2' } }}
        />
        <Failure text={stored ? null : failure} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={close}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}
