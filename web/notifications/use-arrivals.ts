// What comes while somebody reads waits above until they ask for it, so that nothing moves under their eyes.
import type { Notification } from '@gatehouse/contract/notifications'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { byAge } from './inbox-state.ts'

type Aged = Pick<Notification, 'id' | 'timestamp'>

export interface Arrivals<T> {
  readonly shown: readonly T[]
  /** How many wait. */
  readonly waiting: number
  readonly show: () => void
}

/** `list`: where they are read. It is read where it is scrolled, or where one of them is open or has the focus. */
export const useArrivals = <T extends Aged>(
  items: readonly T[],
  list: RefObject<HTMLElement | null>,
  scroller: () => Element | null = () => list.current,
): Arrivals<T> => {
  const newest = items[0]
  const [upTo, setUpTo] = useState<Aged | undefined>(newest)
  const isNews = newest !== undefined && (upTo === undefined || byAge(newest, upTo) < 0)
  useLayoutEffect(() => {
    if (isNews && (upTo === undefined || !isRead(list.current, scroller()))) setUpTo(newest)
  }, [isNews, newest, upTo, list, scroller])
  const shown = upTo === undefined ? items : items.filter((item) => byAge(item, upTo) >= 0)
  return { shown, waiting: items.length - shown.length, show: () => setUpTo(newest) }
}

const isRead = (list: HTMLElement | null, scroller: Element | null): boolean =>
  (scroller?.scrollTop ?? 0) > 0 ||
  list?.querySelector('li [aria-expanded="true"]') != null ||
  list?.querySelector('li:focus-within') != null
