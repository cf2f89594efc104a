// The place of toasts on the screen. Their library comes when the page is idle, or with the first one.
import { later, useFetchedAhead } from './later.tsx'
import { useAnyToast } from './toast.ts'

export const Toasts = () => {
  const wanted = useAnyToast()
  useFetchedAhead(ToastStack)
  if (!wanted) return null
  return <ToastStack />
}

const ToastStack = later(async () => (await import('./toast-stack.tsx')).ToastStack, 'silent')
