// The frame around the live part: how fresh it is, the tabs, and the one that is open.
import type { Building } from '@gatehouse/contract/site/tour'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { usePlace } from '../../kit/place.tsx'
import styles from './tour.module.css'
import { Freshness } from './freshness.tsx'
import { connectionOf } from './connection.ts'
import { OpenPanel } from './open-panel.tsx'
import { fetchBehind } from './panels.ts'
import { addressOf, type Tab, tabAfter, tabByKey, tabIn, tabs } from './tabs.ts'

interface ConsoleProps {
  readonly building: Building
  readonly answeredAt: string
  readonly now: number
}

export const Console = ({ building, answeredAt, now }: ConsoleProps) => {
  const place = usePlace()
  const [open, setOpen] = useState<Tab>(() => tabIn(place.search))
  const [came, setCame] = useState(place)
  // Led here anew, also by a link to where one is, while the tab that was chosen stands in the browser's address alone.
  if (came !== place) {
    setCame(place)
    setOpen(tabIn(place.search))
  }
  const list = useRef<HTMLDivElement>(null)
  const freshness = connectionOf(answeredAt, building, now)
  const after = tabAfter(open)

  const show = (tab: Tab, focus: boolean) => {
    setOpen(tab)
    // The same page, as far as going back is concerned.
    window.history.replaceState(window.history.state, '', addressOf(tab))
    if (focus) list.current?.querySelector<HTMLElement>(`#tab-${tab.key}`)?.focus()
  }
  // Where not all tabs fit, the open one is in the middle; the page itself stays where it is.
  useEffect(() => {
    const [row, shown] = [list.current, list.current?.querySelector<HTMLElement>(`#tab-${open.key}`)]
    if (row && shown) row.scrollLeft = shown.offsetLeft - row.offsetLeft - (row.clientWidth - shown.clientWidth) / 2
  }, [open, list])
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = event.altKey || event.ctrlKey || event.metaKey ? undefined : tabByKey(open, event.key)
    if (!wanted) return
    event.preventDefault()
    show(wanted, true)
  }
  // Where it cannot be had, opening it says so.
  const ahead = () => void fetchBehind().catch(() => undefined)
  const onClick = (tab: Tab, focus: boolean) => (event: MouseEvent) => {
    // Into another tab of the browser it is a link like any other.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    show(tab, focus)
  }
  return (
    <section
      className="min-w-0 [border-radius:calc(1.5_*_var(--radius))] border border-line bg-surface"
      aria-label={`${building.name}, live`}
      data-hearing={freshness}
    >
      <Freshness building={building} answeredAt={answeredAt} freshness={freshness} now={now} />
      <div
        className="flex [scrollbar-width:none] overflow-x-auto border-b border-b-line px-2 below-sm:p-0"
        role="tablist"
        aria-label="Parts of the dashboard"
        ref={list}
      >
        {tabs.map((tab) => (
          <a
            key={tab.key}
            id={`tab-${tab.key}`}
            className={styles.tab}
            role="tab"
            href={addressOf(tab)}
            aria-selected={tab === open}
            aria-controls="tour-panel"
            tabIndex={tab === open ? 0 : -1}
            onClick={onClick(tab, false)}
            onKeyDown={onKeyDown}
            onPointerEnter={ahead}
            onFocus={ahead}
          >
            {tab.name}
          </a>
        ))}
      </div>
      <div id="tour-panel" className={styles.panel} role="tabpanel" aria-labelledby={`tab-${open.key}`} tabIndex={0}>
        <OpenPanel tab={open} building={building} freshness={freshness} now={now} />
        {after && (
          <p className="mt-6 border-t border-t-line pt-3 text-end">
            <a
              className="inline-flex min-h-touch items-center font-semibold text-public-text"
              href={addressOf(after)}
              onClick={onClick(after, true)}
            >
              Next: {after.name}
            </a>
          </p>
        )}
      </div>
    </section>
  )
}
