// A button that asks before it does something: the question, the call, and the words once it is done.
import Button, { type ButtonProps } from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import { toast } from '../feedback/toast.ts'
import { Confirm, type ConfirmProps } from './confirm.tsx'

interface ConfirmButtonProps
  extends Pick<ButtonProps, 'aria-label' | 'className' | 'color' | 'size' | 'startIcon' | 'variant'> {
  /** Not now: it cannot be pressed, and keeps the focus. */
  readonly idle?: boolean
  /** The button's words: `Remove the group`; the action's where absent. */
  readonly label?: ReactNode
  /** `Remove the group Lobby?` */
  readonly title: string
  /** What happens when it is confirmed. */
  readonly children: ReactNode
  /** The button's word in the question: `Remove`. */
  readonly action: string
  /** While it is being done; made of `action` where absent: `Removing…`. */
  readonly busy?: string
  readonly tone?: 'plain' | 'danger'
  readonly reason?: ConfirmProps['reason']
  readonly run: (reason: string) => Promise<unknown>
  /** `The group Lobby is removed.`; absent: what is seen says so. */
  readonly done?: string
  /** Closes the sheet of what is gone, say. */
  readonly then?: () => void
}

export const ConfirmButton = (props: ConfirmButtonProps) => {
  const {
    label,
    title,
    children,
    action,
    busy = ingOf(action),
    tone = 'danger',
    reason,
    run,
    done,
    then,
    idle = false,
    ...button
  } = props
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button {...button} aria-disabled={idle || undefined} onClick={() => setAsking(!idle)}>
        {label ?? action}
      </Button>
      {asking && (
        <Confirm
          title={title}
          action={action}
          busy={busy}
          tone={tone}
          {...(reason && { reason })}
          onClose={() => setAsking(false)}
          onConfirm={async (why) => {
            await run(why)
            if (done !== undefined) toast('success', done)
            then?.()
          }}
        >
          {children}
        </Confirm>
      )}
    </>
  )
}

/** `Remove`: `Removing…` */
const ingOf = (action: string) => `${action.replace(/e$/, '')}ing…`
