// Moving about on a plan: by wheel, drag, pinch, keys and buttons alike.
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { withinView, moved, type Point, type Size, sheetOf, type Viewport, whole, zoomed } from './viewport.ts'

const step = 1.4
const keyPixels = 60
const wheelSpeed = 0.01

export interface Moving {
  readonly frame: RefObject<HTMLElement | null>
  readonly view: Viewport
  readonly sheet: ReturnType<typeof sheetOf>
  readonly nearer: () => void
  readonly farther: () => void
  readonly fit: () => void
  readonly frameProps: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  }
}

export const useViewport = (plan: Size): Moving => {
  const frame = useRef<HTMLElement>(null)
  const [size, setSize] = useState<Size>({ width: 1, height: 1 })
  const [wanted, setView] = useState(whole)
  const view = withinView(wanted, size, plan)
  const fingers = useRef(new Map<number, Point>())

  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const zoomBy = (factor: number, at: Point = { x: size.width / 2, y: size.height / 2 }) =>
    setView((now) => zoomed(withinView(now, size, plan), factor, at, size, plan))
  const moveBy = (by: Point) => setView((now) => moved(withinView(now, size, plan), by, size, plan))

  // Not by React's own: those cannot keep the page from being scrolled or enlarged along with it.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomBy(Math.exp(-event.deltaY * wheelSpeed), pointIn(frame.current, event))
  })
  useEffect(() => {
    const element = frame.current
    const listen = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [])

  const letGo = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)
  return {
    frame,
    view,
    sheet: sheetOf(view, size, plan),
    nearer: () => zoomBy(step),
    farther: () => zoomBy(1 / step),
    fit: () => setView(whole),
    frameProps: {
      onPointerDown(event) {
        if (event.button !== 0 || (event.target instanceof Element && event.target.closest('[data-marker], button')))
          return
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
        if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove(event) {
        const before = fingers.current.get(event.pointerId)
        if (!before) return
        const now = { x: event.clientX, y: event.clientY }
        const [other] = [...fingers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]))
        fingers.current.set(event.pointerId, now)
        if (other)
          zoomBy(
            distance(now, other) / Math.max(distance(before, other), 1),
            pointIn(frame.current, between(now, other)),
          )
        else moveBy({ x: now.x - before.x, y: now.y - before.y })
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
      onKeyDown(event) {
        if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
        const by = arrows[event.key]
        if (event.key === '+' || event.key === '=') zoomBy(step)
        else if (event.key === '-') zoomBy(1 / step)
        else if (event.key === '0') setView(whole)
        else if (by) moveBy({ x: by.x * keyPixels, y: by.y * keyPixels })
        else return
        event.preventDefault()
      },
    },
  }
}

const arrows: Record<string, Point> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}

const pointIn = (element: HTMLElement | null, at: { clientX: number; clientY: number }): Point => {
  const box = element?.getBoundingClientRect()
  return { x: at.clientX - (box?.left ?? 0), y: at.clientY - (box?.top ?? 0) }
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const between = (a: Point, b: Point) => ({ clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 })
