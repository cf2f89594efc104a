// Choosing any number out of a list by check boxes; what may not be chosen says why. Of very many only those are drawn that
// can be seen: a thousand doors open as fast as ten.
import Checkbox from '@mui/material/Checkbox'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useDeferredValue, useId, useRef, useState } from 'react'
import styles from './choice-list.module.css'
import { SearchField } from './search-field.tsx'

export interface Choice {
  readonly id: string
  /** What is searched and heard. */
  readonly name: string
  readonly shows?: ReactNode
  readonly note?: string | undefined
  /** Why it can neither be chosen nor left. */
  readonly locked?: string | undefined
}

interface ChoiceListProps {
  readonly legend: string
  readonly choices: readonly Choice[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
  /** Instead of a list without entries. */
  readonly empty: string
}

const searchedFrom = 10
const allDrawnUpTo = 100
const guessedHeight = 53
// Rows are there with the first draw.
const guessedFrame = { width: 400, height: 416 }

export const ChoiceList = ({ legend, choices, chosen, onChange, empty }: ChoiceListProps) => {
  const [sought, setSought] = useState('')
  const wanted = useDeferredValue(sought.toLowerCase())
  const shown = choices.filter(({ name }) => name.toLowerCase().includes(wanted))
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <fieldset className="m-0 grid min-w-0 gap-2 border-0 p-0 [&_legend]:px-0 [&_legend]:pt-0 [&_legend]:pb-2 [&_legend]:font-semibold">
      <legend>
        {legend} <span className="text-sm font-normal text-muted">{chosen.size} chosen</span>
      </legend>
      {choices.length >= searchedFrom && (
        <SearchField label={`Search: ${legend.toLowerCase()}`} value={sought} onChange={setSought} />
      )}
      {choices.length === 0 && <p className="text-sm font-normal text-muted">{empty}</p>}
      {choices.length > 0 && shown.length === 0 && (
        <p className="text-sm font-normal text-muted">Nothing is called “{sought}”.</p>
      )}
      {shown.length > allDrawnUpTo ? (
        <SeenOnly shown={shown} chosen={chosen} onToggle={toggle} />
      ) : (
        <ul className={styles.list}>
          {shown.map((choice) => (
            <li key={choice.id}>
              <Tick choice={choice} checked={chosen.has(choice.id)} onToggle={toggle} />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

interface SeenOnlyProps {
  readonly shown: readonly Choice[]
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (id: string) => void
}

const SeenOnly = ({ shown, chosen, onToggle }: SeenOnlyProps) => {
  const list = useRef<HTMLUListElement>(null)
  // Its functions are called again on every draw: nothing here is compiled into a memo.
  // oxlint-disable-next-line react/incompatible-library
  const drawn = useVirtualizer({
    count: shown.length,
    getScrollElement: () => list.current,
    estimateSize: () => guessedHeight,
    initialRect: guessedFrame,
    // What Tab goes to next is there before it is seen.
    overscan: 8,
    getItemKey: (index) => shown[index]?.id ?? index,
  })
  const items = drawn.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = drawn.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <ul ref={list} className={styles.list} data-seen-only>
      {items.map(({ key, index }, nth) => {
        const choice = shown[index]
        if (!choice) return null
        return (
          <li
            key={key}
            ref={drawn.measureElement}
            data-index={index}
            aria-setsize={shown.length}
            aria-posinset={index + 1}
            // In the place of those that are not drawn.
            style={{
              marginTop: nth === 0 ? above : undefined,
              marginBottom: nth === items.length - 1 ? below : undefined,
            }}
          >
            <Tick choice={choice} checked={chosen.has(choice.id)} onToggle={onToggle} />
          </li>
        )
      })}
    </ul>
  )
}

interface TickProps {
  readonly choice: Choice
  readonly checked: boolean
  readonly onToggle: (id: string) => void
}

export const Tick = ({ choice: { id, name, shows, note, locked }, checked, onToggle }: TickProps) => {
  const descriptionId = useId()
  const words = [note, locked].filter(Boolean).join(' · ')
  return (
    <label
      className="flex min-h-[44px] cursor-pointer items-center pt-1 pr-3 pb-1 data-locked:cursor-default"
      data-locked={locked !== undefined || undefined}
    >
      <Checkbox
        checked={checked}
        disabled={locked !== undefined}
        onChange={() => onToggle(id)}
        slotProps={{ input: { 'aria-describedby': words ? descriptionId : undefined } }}
      />
      <span className="grid min-w-0 grid-cols-1 wrap-anywhere">
        <span>{shows ?? name}</span>
        {words && (
          <span id={descriptionId} className="text-sm font-normal text-muted">
            {words}
          </span>
        )}
      </span>
    </label>
  )
}
