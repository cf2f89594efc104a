// What comes while somebody reads waits above until they ask for it, so that nothing moves under their eyes.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import { type FocusEvent, type UIEvent, useState } from 'react'
import { byAge } from './inbox-state.ts'

type Aged = Pick<Notification, 'id' | 'timestamp'>

export interface Arrivals<T> {
  readonly shown: readonly T[]
  /** How many wait. */
  readonly waiting: number
  readonly show: () => void
  /** Of the element that scrolls. */
  readonly reading: {
    readonly onScroll: (event: UIEvent<HTMLElement>) => void
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void
  }
}

/** A list is read where it is scrolled, or where one of its rows is open or has the focus. */
export const useArrivals = <T extends Aged>(items: readonly T[]): Arrivals<T> => {
  const [upTo, setUpTo] = useState<Aged | null>(null)
  const look = (list: HTMLElement, focused: EventTarget | null) => {
    if (isChip(focused)) return
    const isRead =
      list.scrollTop > 0 || isInRow(list, focused) || list.querySelector('li [aria-expanded="true"]') !== null
    setUpTo(isRead ? (upTo ?? items[0] ?? null) : null)
  }
  const shown = upTo === null ? items : items.filter((item) => byAge(item, upTo) >= 0)
  return {
    shown,
    waiting: items.length - shown.length,
    show: () => setUpTo(null),
    reading: {
      onScroll: ({ currentTarget }) => look(currentTarget, document.activeElement),
      onFocus: ({ currentTarget, target }) => look(currentTarget, target),
      onBlur: ({ currentTarget, relatedTarget }) => look(currentTarget, relatedTarget),
    },
  }
}

// Whoever goes to the chip does not read, and has not asked yet.
const isChip = (focused: EventTarget | null) => focused instanceof Element && focused.closest('[data-waiting]') !== null

const isInRow = (list: HTMLElement, focused: EventTarget | null) =>
  focused instanceof Element && list.contains(focused) && focused.closest('li') !== null
