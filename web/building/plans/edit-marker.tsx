// Something on a plan while it is arranged: it is dragged, turned by its handle, or moved by keys.
import type { Placed, Spot } from '@gatehouse/contract/building/plans'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { announce } from '../../kit/hands/announce.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { kindWords } from '../../kit/device-kinds.ts'
import type { LookOf } from './look.ts'
import { placeOnPlan } from './place-on-plan.ts'
import styles from './plans.module.css'

interface EditMarkerProps {
  readonly device: Placed
  readonly look: LookOf
  readonly sheet: RefObject<HTMLDivElement | null>
  readonly selected: boolean
  /** It was just put here: the keyboard goes with it. */
  readonly arrived: boolean
  readonly onSelect: () => void
  readonly onPut: (spot: Spot) => void
  readonly onOff: () => void
}

const step = 0.01
const far = 10
const turn = 15

export const EditMarker = ({ device, look, sheet, selected, arrived, onSelect, onPut, onOff }: EditMarkerProps) => {
  const [held, setHeld] = useState<Spot | null>(null)
  // Where the pointer was last, which is drawn a moment later: it may let go before.
  const last = useRef<Spot | null>(null)
  const hold = (now: Spot | null) => {
    last.current = now
    setHeld(now)
  }
  const spot = held ?? { deviceId: device.id, x: device.x, y: device.y, rotation: device.rotation }
  const { state, icon } = look(device)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (arrived) button.current?.focus()
  }, [arrived])

  const to = (next: Partial<Spot>, message: string) => {
    onSelect()
    onPut({ ...spot, ...next })
    announce(message)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const by = steps[event.key]
    const sign = event.shiftKey ? -1 : 1
    if (by) {
      const times = event.shiftKey ? far : 1
      const [x, y] = [within(spot.x + by.x * step * times), within(spot.y + by.y * step * times)]
      to({ x, y }, `${percent(x)} from the left, ${percent(y)} from the top`)
    } else if (event.key.toLowerCase() === 'r') {
      const rotation = (spot.rotation + sign * turn + 360) % 360
      to({ rotation }, `${rotation} degrees`)
    } else if (event.key === 'Delete' || event.key === 'Backspace') onOff()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  /** Where on the plan a pointer is. */
  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const box = sheet.current?.getBoundingClientRect()
    if (!box) return spot
    return { ...spot, x: within((clientX - box.left) / box.width), y: within((clientY - box.top) / box.height) }
  }
  const turnOf = ({ clientX, clientY }: PointerEvent) => {
    const box = sheet.current?.getBoundingClientRect()
    if (!box) return spot
    const [dx, dy] = [clientX - box.left - spot.x * box.width, clientY - box.top - spot.y * box.height]
    return { ...spot, rotation: (Math.round((Math.atan2(dx, -dy) * 180) / Math.PI) + 360) % 360 }
  }
  const dragging = (next: (event: PointerEvent) => Spot) => ({
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      onSelect()
      hold(spot)
    },
    onPointerMove(event: PointerEvent) {
      if (last.current) hold(next(event))
    },
    onPointerUp() {
      if (last.current) onPut(last.current)
      hold(null)
    },
    onPointerCancel: () => hold(null),
  })

  return (
    <li
      className={styles.spot}
      style={placeOnPlan(spot)}
      data-state={state}
      data-marker={device.key}
      data-selected={selected || undefined}
    >
      <button
        ref={button}
        type="button"
        className={styles.marker}
        aria-pressed={selected}
        aria-label={`${device.name}, ${kindWords[device.kind]}: ${percent(spot.x)} from the left, ${percent(spot.y)} from the top, ${spot.rotation} degrees`}
        onClick={onSelect}
        onKeyDown={onKeyDown}
        {...dragging(placeOf)}
      >
        <span className={`${styles.way} absolute inset-0 [rotate:var(--turn)]`} aria-hidden="true" />
        <span
          className={`${styles.sign} grid h-[32px] w-[32px] place-items-center rounded-[50%] border-2 border-current bg-surface`}
        >
          <Icon name={icon} size="medium" />
        </span>
        <span className={styles.word} aria-hidden="true">
          <span className="max-w-[8.5rem] overflow-hidden text-ellipsis">{device.name}</span>
        </span>
      </button>
      {selected && (
        <span
          className="pointer-events-auto absolute -top-[9px] -left-[9px] h-[18px] w-[18px] cursor-grab touch-none rounded-[50%] border-2 border-primary-text bg-surface [transform:rotate(var(--turn))_translateY(-40px)]"
          aria-hidden="true"
          data-marker="handle"
          {...dragging(turnOf)}
        />
      )}
    </li>
  )
}

const steps: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const within = (share: number) => Math.min(Math.max(share, 0), 1)
const percent = (share: number) => `${Math.round(share * 100)} %`
