// Shows the message that came along with the way to this page, once.
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { LeaveState } from '../kit/session/session-state.ts'
import { toast } from '../ui/feedback/toast.ts'

export const useArrivalMessage = (): void => {
  const location = useLocation()
  const navigate = useNavigate()
  const state: LeaveState | null = location.state
  const message = state?.message
  const here = location.pathname + location.search + location.hash
  useEffect(() => {
    if (message === undefined) return
    toast('success', message)
    void navigate(here, { replace: true, state: null })
  }, [message, here, navigate])
}
