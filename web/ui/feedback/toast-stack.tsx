// Where toasts are drawn: never over what can be done. The actions of sheets and dialogs are at the right and at the foot,
// so toasts come at the left; where a sheet takes that too, at the top, below its way out.
import './toast-sheet.ts'
import useMediaQuery from '@mui/material/useMediaQuery'
import { enqueueSnackbar, SnackbarProvider } from 'notistack'
import { useEffect } from 'react'
import './toast-stack.css'
import { toastQueue, useWaitingToasts } from './toast.ts'

const staysMs = 6_000

export const ToastStack = () => {
  const waiting = useWaitingToasts()
  useEffect(() => {
    if (waiting.length === 0) return
    for (const { text, variant } of toastQueue().takeAll()) enqueueSnackbar(text, { variant, preventDuplicate: true })
  }, [waiting])
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('lg'))
  return (
    <SnackbarProvider
      maxSnack={3}
      autoHideDuration={staysMs}
      anchorOrigin={narrow ? { vertical: 'top', horizontal: 'center' } : { vertical: 'bottom', horizontal: 'left' }}
      classes={{ containerRoot: 'toasts' }}
    />
  )
}
