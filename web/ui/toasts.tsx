// The place of toasts on the screen. Their library comes with the first one.
import { lazy, Suspense } from 'react'
import { useAnyToast } from './toast.ts'

export const Toasts = () => {
  const wanted = useAnyToast()
  if (!wanted) return null
  return (
    <Suspense>
      <ToastStack />
    </Suspense>
  )
}

const ToastStack = lazy(async () => ({ default: (await import('./toast-stack.tsx')).ToastStack }))
