// A new profile picture: choose or drop one, move and zoom it in its circle, send the square.
import { pictureTypes } from '@gatehouse/contract/identity/account-rules'
import { messages, uploadPicture } from '@gatehouse/contract/identity/profile'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { messageOf, upload } from '../../kit/data/api.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CropArea } from './crop-area.tsx'
import { keepUser } from './keep-user.ts'
import { cut, type Opened, open, type Square } from './picture-file.ts'

interface PictureDialogProps {
  /** What became of a file that was dropped on the page. */
  readonly begin: Opened
  readonly onClose: () => void
}

export const PictureDialog = ({ begin, onClose }: PictureDialogProps) => {
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const [chosen, setChosen] = useState(begin.chosen)
  const [square, setSquare] = useState<Square | null>(null)
  const [failure, setFailure] = useState(begin.failure)
  const [sending, setSending] = useState<AbortController | null>(null)

  const choose = async (file: File) => {
    const opened = await open(file)
    setChosen(opened.chosen)
    setFailure(opened.failure)
  }
  const send = async () => {
    if (!chosen || !square || sending) return
    const controller = new AbortController()
    setSending(controller)
    setFailure(null)
    try {
      const picture = await cut(chosen, square)
      const { user, message } = await upload(uploadPicture, picture, { signal: controller.signal })
      await keepUser(user)
      toast('success', message)
      onClose()
    } catch (error) {
      if (!controller.signal.aborted) setFailure(`${messages.pictureFailed} ${messageOf(error, '')}`.trim())
    } finally {
      setSending(null)
    }
  }
  const close = () => {
    sending?.abort()
    onClose()
  }

  return (
    <Dialog open onClose={close} fullScreen={phone} fullWidth maxWidth="xs" aria-labelledby="picture-title">
      <DialogTitle id="picture-title">Profile picture</DialogTitle>
      <DialogContent className="grid content-start gap-3">
        {chosen ? (
          <CropArea url={chosen.url} onChange={setSquare} />
        ) : (
          <FileDrop
            icon={<Icon name="person" size="large" />}
            title="Choose a picture"
            note="JPEG, PNG or GIF, up to 5 MB"
            accept={pictureTypes}
            onFile={(file) => void choose(file)}
          />
        )}
        {chosen?.type === 'image/gif' && <p className="text-sm text-muted">A moving picture becomes a still one.</p>}
        {sending && (
          <div>
            <output>Sending the picture…</output>
            <LinearProgress aria-label="Sending the picture" />
          </div>
        )}
        <Failure text={failure} />
      </DialogContent>
      <DialogActions>
        {chosen && !sending && <Button onClick={() => setChosen(null)}>Choose another</Button>}
        <Button onClick={close}>Cancel</Button>
        {chosen && (
          <Button variant="contained" onClick={() => void send()} aria-disabled={sending !== null || square === null}>
            {sending ? 'Sending…' : 'Save picture'}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
