// Where toasts are drawn.
import './toast-sheet.ts'
import { enqueueSnackbar, SnackbarProvider } from 'notistack'
import { useEffect } from 'react'
import './toast-stack.css'
import { takeToasts, useWaitingToasts } from './toast.ts'

const staysMs = 6_000

export const ToastStack = () => {
  const waiting = useWaitingToasts()
  useEffect(() => {
    if (waiting.length === 0) return
    for (const { text, variant } of takeToasts()) enqueueSnackbar(text, { variant, preventDuplicate: true })
  }, [waiting])
  return (
    <SnackbarProvider
      maxSnack={3}
      autoHideDuration={staysMs}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
    />
  )
}
