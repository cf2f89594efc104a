// Shows the message that came along with the way to this page, once.
import { useSnackbar } from 'notistack'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { LeaveState } from '../kit/session.ts'

export const Arrival = () => {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const { enqueueSnackbar } = useSnackbar()
  const message = (state as LeaveState | null)?.message
  useEffect(() => {
    if (message === undefined) return
    enqueueSnackbar(message, { variant: 'success', key: message, preventDuplicate: true })
    void navigate(pathname + search, { replace: true, state: null })
  }, [message, pathname, search, navigate, enqueueSnackbar])
  return null
}
