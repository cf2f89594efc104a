// A picture on its way to the server, which can be stopped.
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'

interface SendingPictureProps {
  /** Of the line that moves: `Sending the cover`. */
  readonly label: string
  readonly onCancel: () => void
}

export const SendingPicture = ({ label, onCancel }: SendingPictureProps) => (
  <div className="grid grid-cols-[auto_minmax(4rem,1fr)_auto] items-center gap-3 px-4 py-2">
    <output>Sending the picture…</output>
    <LinearProgress aria-label={label} />
    <Button size="small" onClick={onCancel}>
      Cancel
    </Button>
  </div>
)
