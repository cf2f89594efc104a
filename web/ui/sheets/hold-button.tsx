// A button that has to be held for a second and a half, by pointer or by key: for what is physical and reaches far. A
// click does nothing but say so.
import Button from '@mui/material/Button'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { type Hold, type HoldEvent, held, idle, progressOf } from './hold.ts'

interface HoldButtonProps {
  /** `Lock down` */
  readonly label: string
  /** While it is being done: `Locking down…`. Nothing can be held then. */
  readonly busy?: string | null
  /** Held for long enough. `released`: once it is let go, when the focus may go elsewhere: a key repeats. */
  readonly onHeld: (released: Promise<void>) => void
}

const seconds = '1.5 seconds'
const hint = `Keep it pressed for ${seconds}.`

export const HoldButton = ({ label, busy = null, onHeld }: HoldButtonProps) => {
  const text = useId()
  const bar = useRef<HTMLSpanElement>(null)
  const { hold, send } = useHold(bar, onHeld)
  const [tooShort, setTooShort] = useState(false)
  const happens = (event: HoldEvent) => {
    if (busy !== null && event.is === 'press') return
    const next = send(event)
    if (event.is === 'press' && next === 'held') setTooShort(false)
    if ((event.is === 'release' || event.is === 'leave') && hold === 'held') setTooShort(true)
  }
  return (
    <div className="inline-grid justify-items-stretch gap-1">
      <Button
        variant="contained"
        className="relative min-h-touch touch-none overflow-hidden bg-critical text-surface select-none [-webkit-touch-callout:none] hover:bg-critical aria-disabled:bg-muted"
        aria-describedby={text}
        aria-disabled={busy !== null}
        disableRipple
        data-hold={hold}
        onPointerDown={(event) => {
          if (event.isPrimary && event.button === 0) happens({ is: 'press', by: pointerOf(event) })
        }}
        // A finger belongs to what it touched first, and is not said to leave it.
        onPointerMove={(event) => {
          if (!isInside(event)) happens({ is: 'leave' })
        }}
        onPointerUp={(event) => happens({ is: 'release', by: pointerOf(event) })}
        onPointerLeave={() => happens({ is: 'leave' })}
        onPointerCancel={() => happens({ is: 'leave' })}
        onBlur={() => happens({ is: 'leave' })}
        onKeyDown={(event) => onKey(event, happens)}
        onKeyUp={(event) => {
          if (!isHoldKey(event.key)) return
          event.preventDefault()
          happens({ is: 'release', by: event.key })
        }}
        // A long press is no wish for a menu here.
        onContextMenu={(event) => event.preventDefault()}
        // What presses buttons without pointer or key cannot hold: it hears what to do.
        onClick={({ detail }) => {
          if (detail === 0 && busy === null) setTooShort(true)
        }}
      >
        {/* What is left of it lies lighter over the rest, and its edge is seen too. */}
        <span
          ref={bar}
          className={`absolute inset-0 border-e-2 border-e-surface [transform:scaleX(var(--held,0))] [transform-origin:left] [background:color-mix(in_srgb,var(--state-critical)_62%,var(--text))] ${hold === 'idle' ? 'invisible' : ''}`}
          aria-hidden="true"
        />
        <span className="relative">{busy ?? (hold === 'held' ? 'Keep holding…' : label)}</span>
      </Button>
      <span
        id={text}
        className="text-center text-sm text-muted data-missed:font-semibold data-missed:text-high"
        data-missed={tooShort || undefined}
      >
        {hint}
      </span>
      <output className="visually-hidden">{spoken(hold, tooShort)}</output>
    </div>
  )
}

const spoken = (hold: Hold['is'], tooShort: boolean): string => {
  if (hold === 'held') return 'Keep holding'
  if (hold === 'done') return 'Held for long enough'
  return tooShort ? `Let go too early: nothing was done. ${hint}` : ''
}

const useHold = (bar: { readonly current: HTMLElement | null }, onHeld: HoldButtonProps['onHeld']) => {
  const [holder] = useState(createHolder)
  const hold = useSyncExternalStore(holder.subscribe, holder.current)
  useEffect(() => holder.listen(bar.current, onHeld))
  useEffect(() => {
    const leave = () => void holder.send({ is: 'leave' })
    window.addEventListener('blur', leave)
    document.addEventListener('visibilitychange', leave)
    return () => {
      window.removeEventListener('blur', leave)
      document.removeEventListener('visibilitychange', leave)
      leave()
    }
  }, [holder])
  return { hold, send: holder.send }
}

// What is drawn meanwhile is no animation that can be switched off: it says how far it is. Where motion is not wanted it
// goes in four steps.
const createHolder = () => {
  let hold: Hold = idle
  let bar: HTMLElement | null = null
  let onHeld: HoldButtonProps['onHeld'] = () => {}
  let onChange = () => {}
  let letGo = () => {}
  let frame = 0
  const tick = () => void send({ is: 'tick' })
  const send = (event: HoldEvent): Hold['is'] => {
    const now = performance.now()
    const before = hold
    hold = held(before, event, now)
    const steps = matchMedia('(prefers-reduced-motion: reduce)').matches ? 4 : 1_000
    bar?.style.setProperty('--held', String(Math.floor(progressOf(hold, now) * steps) / steps))
    cancelAnimationFrame(frame)
    if (hold.is === 'held') frame = requestAnimationFrame(tick)
    if (hold === before) return hold.is
    onChange()
    if (hold.is === 'idle') letGo()
    if (hold.is === 'done') onHeld(new Promise((resolve) => (letGo = resolve)))
    return hold.is
  }
  return {
    send,
    current: () => hold.is,
    subscribe: (listener: () => void) => {
      onChange = listener
      return () => {
        onChange = () => {}
      }
    },
    listen: (element: HTMLElement | null, listener: HoldButtonProps['onHeld']) => {
      bar = element
      onHeld = listener
    },
  }
}

const onKey = (event: KeyboardEvent, happens: (event: HoldEvent) => void) => {
  if (event.key === 'Escape' || event.key === 'Tab') return happens({ is: 'leave' })
  if (!isHoldKey(event.key)) return
  event.preventDefault()
  happens({ is: 'press', by: event.key, again: event.repeat })
}

const isInside = ({ clientX, clientY, currentTarget }: PointerEvent): boolean => {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}

const isHoldKey = (key: string): boolean => key === 'Enter' || key === ' '

const pointerOf = ({ pointerId }: PointerEvent): string => `pointer ${pointerId}`
