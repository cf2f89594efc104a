// Keys in the rows of the list: Space chooses the row, and where the row that had the focus leaves, the next one gets it.
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

export const useRowKeys = (
  frame: RefObject<HTMLElement | null>,
  rows: readonly { readonly id: string }[],
  onChoose: (id: string) => void,
): void => {
  const focused = useRef<{ readonly id: string; readonly index: number } | null>(null)
  const onFocus = useEffectEvent(({ target }: FocusEvent) => {
    const id = target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined
    focused.current = id === undefined ? null : { id, index: rows.findIndex((row) => row.id === id) }
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (key !== ' ' || !(target instanceof HTMLElement) || target.dataset['id'] === undefined) return
    event.preventDefault()
    onChoose(target.dataset['id'])
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    element.addEventListener('focusin', onFocus)
    element.addEventListener('keydown', onKey)
    return () => {
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('keydown', onKey)
    }
  }, [frame])
  // Acknowledged one after the other, alarms leave the list below the finger.
  useLayoutEffect(() => {
    const before = focused.current
    if (before === null || rows.some(({ id }) => id === before.id)) return
    focused.current = null
    if (document.activeElement !== document.body) return
    const id = rows[Math.min(before.index, rows.length - 1)]?.id
    if (id === undefined) return
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus())
  }, [frame, rows])
}
