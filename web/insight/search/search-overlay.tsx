// The search that lies over every page, a palette of pages and commands as well. Closed, it has forgotten everything.
import { messages, type SearchResult } from '@gatehouse/contract/insight/search'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePlace } from '../../kit/place.tsx'
import { useSession } from '../../kit/session/session-state.ts'
import { useSwipe } from '../../kit/hands/use-swipe.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import { groupsOf, startOf, withOwn } from './groups.ts'
import { isOwnCommand, ownCommandsFor } from './own-commands.ts'
import { recentResults } from './recent.ts'
import { idOfOption, ResultList } from './result-list.tsx'
import styles from './search.module.css'
import { useFreeDownwards } from './use-free-downwards.ts'
import { type Search, useSearch } from './use-search.ts'

interface SearchOverlayProps {
  readonly onClose: () => void
}

const longest = 200

export const SearchOverlay = ({ onClose }: SearchOverlayProps) => {
  const list = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { permissions, user } = useSession()
  const { go } = usePlace()
  const search = useSearch()
  const { typed, found: answer, busy } = search
  const own = answer ? ownCommandsFor(answer.q) : []
  // What is close to the words is not meant where a command holds them.
  const found = useMemo(() => (answer?.close && own.length > 0 ? onlyHeld(answer) : answer), [answer, own.length])
  const groups = found
    ? groupsOf(withOwn(found.results, own, found.q), permissions)
    : typed.trim() === ''
      ? startOf(recentResults().list(), permissions, (user?.company ?? null) !== null)
      : []
  const options = groups.flatMap(({ results }) => results)
  // Of the results that are there: among others another one would be chosen, or none.
  const [choice, setChoice] = useState<{ readonly of: Search['found']; readonly at: number }>({ of: null, at: 0 })
  const chosen = choice.of === found ? Math.max(0, Math.min(choice.at, options.length - 1)) : 0
  const setChosen = (at: number) => setChoice({ of: found, at })
  // Enter was pressed before there was an answer: its best result is opened when it comes.
  const hurried = useRef(false)
  const swipe = useSwipe('down', box, onClose)
  const results = useRef<HTMLDivElement>(null)
  useFreeDownwards(results)

  useEffect(() => {
    const opened = dialog.current
    if (!opened) return undefined
    opened.showModal()
    const shown = new MutationObserver(() => opened.removeAttribute('aria-hidden'))
    shown.observe(opened, { attributeFilter: ['aria-hidden'] })
    return () => {
      shown.disconnect()
      opened.close()
    }
  }, [])
  const open = (result: SearchResult) => {
    onClose()
    if (isOwnCommand(result)) return result.run()
    recentResults().add(result)
    return go(result.path)
  }
  const openBest = useEffectEvent(() => {
    const [best] = options
    if (hurried.current && best) open(best)
    hurried.current = false
  })
  useEffect(() => {
    if (!busy) openBest()
  }, [busy])
  useEffect(() => {
    document.getElementById(idOfOption(list, chosen))?.scrollIntoView({ block: 'nearest' })
  }, [list, chosen])

  const press = (event: KeyboardEvent) => {
    const to = nextOf(event.key, chosen, options.length)
    if (to !== null) {
      event.preventDefault()
      setChosen(to)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const result = options[chosen]
    if (busy) hurried.current = true
    else if (result) open(result)
  }
  const type = (text: string) => {
    search.type(text)
    setChosen(0)
    hurried.current = false
  }
  // A sheet hides all that is in the page, and what came into the body before it, from those who listen; this lies above
  // sheets, whichever came first.
  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a click beside the box closes it; Escape does for keys
    <dialog
      ref={dialog}
      className="m-0 h-full max-h-none w-full max-w-none overflow-hidden border-0 bg-transparent px-4 pt-[min(12vh,2_*_var(--space-16))] pb-4 text-inherit backdrop:bg-[rgb(2_6_23_/_55%)] below-sm:px-2 below-sm:pt-[max(var(--space-2),env(safe-area-inset-top))] below-sm:pb-2"
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose()
      }}
      onKeyDown={keepFocus}
    >
      <div ref={box} className={styles.box} {...swipe}>
        <span
          className="mx-auto mt-3 hidden h-[4px] w-[40px] flex-none rounded-[2px] bg-strong-line below-sm:block"
          aria-hidden="true"
        />
        <div className="flex items-center gap-3 border-b border-b-line py-2 pr-2 pl-5 text-muted focus-within:border-b-primary-text focus-within:[box-shadow:0_1px_0_var(--primary-text)]">
          <Icon name="search" size="medium" />
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever opens the search is about to type
            autoFocus
            role="combobox"
            className="min-h-[48px] min-w-0 flex-1 border-0 bg-transparent text-lg text-text [outline:0] placeholder:text-muted placeholder:opacity-100"
            aria-label={messages.placeholder}
            aria-expanded={options.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={options.length > 0 ? idOfOption(list, chosen) : undefined}
            placeholder={messages.placeholder}
            type="text"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={longest}
            value={typed}
            onChange={({ target }) => type(target.value)}
            onKeyDown={press}
          />
          <button
            type="button"
            aria-label="Close search"
            className="grid h-touch w-touch cursor-pointer place-items-center rounded-[50%] border-0 bg-transparent text-inherit hover:bg-sunken"
            onClick={onClose}
          >
            <Icon name="close" size="medium" />
          </button>
        </div>
        <div
          ref={results}
          className="min-h-0 flex-[0_1_auto] touch-pan-y overflow-x-hidden overflow-y-auto overscroll-contain [scroll-padding-block:var(--space-10)_var(--space-2)]"
          aria-busy={busy}
        >
          {found?.close && options.length > 0 && (
            <p className="px-5 pt-3 text-sm wrap-anywhere text-muted">{messages.close(found.q)}</p>
          )}
          <ResultList id={list} groups={groups} chosen={chosen} onChoose={setChosen} onOpen={open} />
          <Outcome search={{ ...search, found }} count={options.length} />
        </div>
        <p className="border-t border-t-line bg-sunken px-5 py-2 text-center text-sm text-muted">{messages.dismiss}</p>
      </div>
    </dialog>,
    document.body,
  )
}

const onlyHeld = ({ q }: NonNullable<Search['found']>): Search['found'] => ({ q, results: [], total: 0 })

const outcome = 'grid justify-items-center gap-3 px-5 py-10 text-center wrap-anywhere text-muted'

/** What became of the search, said as well as shown. */
const Outcome = ({ search: { typed, found, failed, busy, again }, count }: { search: Search; count: number }) => {
  const nothing = found !== null && !busy && !failed && count === 0
  const total = Math.max(found?.total ?? 0, count)
  return (
    <>
      {failed && (
        <p role="alert" className={outcome}>
          <Icon name="critical" size="large" />
          <span>{messages.failed}</span>
          <PlainButton onClick={again}>Try again</PlainButton>
        </p>
      )}
      {busy && count === 0 && <div className="m-4 h-12 rounded bg-sunken" aria-hidden="true" />}
      {nothing && (
        <p className={outcome}>
          <Icon name="search" size="large" />
          <span>{messages.nothing(typed.trim())}</span>
        </p>
      )}
      {found && !failed && total > count && count > 0 && (
        <p className="px-5 pb-3 text-sm text-muted">
          The best {count} of {total.toLocaleString('en')}
          {found.totalIsAtLeast && '+'}. Type more to narrow it down.
        </p>
      )}
      <output className="visually-hidden">{announcementOf(busy, nothing, found, typed, count)}</output>
    </>
  )
}

const announcementOf = (
  busy: boolean,
  nothing: boolean,
  found: Search['found'],
  typed: string,
  count: number,
): string => {
  if (busy || !found) return ''
  if (nothing) return messages.nothing(typed.trim())
  const results = count === 1 ? '1 result' : `${count} results`
  return found.close ? `${messages.close(found.q)} ${results}` : results
}

const nextOf = (key: string, chosen: number, count: number): number | null => {
  if (count === 0) return null
  if (key === 'ArrowDown') return (chosen + 1) % count
  return key === 'ArrowUp' ? (chosen + count - 1) % count : null
}

// The browser's own trap lets the focus go to its bar; Tab goes round here.
const keepFocus = (event: KeyboardEvent<HTMLDialogElement>) => {
  if (event.key !== 'Tab') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')]
  const at = all.findIndex((one) => one === document.activeElement)
  const next = all[(at + (event.shiftKey ? all.length - 1 : 1)) % all.length]
  event.preventDefault()
  next?.focus()
}
