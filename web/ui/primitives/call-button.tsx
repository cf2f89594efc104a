// A button that does something at once, without a question.
import Button, { type ButtonProps } from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../kit/data/api.ts'
import { toast } from '../feedback/toast.ts'

interface CallButtonProps
  extends Pick<ButtonProps, 'aria-label' | 'children' | 'className' | 'disabled' | 'size' | 'variant'> {
  readonly run: () => Promise<unknown>
  /** Its words while it is being done; the same where absent. */
  readonly busy?: ReactNode
  /** The toast where the server does not say why it failed. */
  readonly failed: string
}

/** It cannot be pressed twice, and keeps the focus: only what went wrong is said here. */
export const CallButton = ({ run, busy, failed, children, ...button }: CallButtonProps) => {
  const [working, setWorking] = useState(false)
  const press = async () => {
    if (working) return
    setWorking(true)
    try {
      await run()
    } catch (error) {
      toast('error', messageOf(error, failed))
    } finally {
      setWorking(false)
    }
  }
  return (
    <Button {...button} aria-disabled={working} onClick={() => void press()}>
      {working && busy !== undefined ? busy : children}
    </Button>
  )
}
