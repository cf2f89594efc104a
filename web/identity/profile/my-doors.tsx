// What one can open oneself, when and since when; and what became of one's card, PIN and phone at doors.
import * as decisions from '@gatehouse/contract/access/decisions'
import { methodWords } from '@gatehouse/contract/access/entry-exit-words'
import type { Operation, Output } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../kit/data/api.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { formatOf, useTimeZone } from '../../kit/time.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { Empty, Failed, SkeletonRows } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'

type Presentation = Output<typeof decisions.mine>['presentations'][number]
type Door = Output<typeof decisions.myDoors>['doors'][number]

/** On a phone the first few are what is wanted at a door. */
const atFirst = 3
const afterwards = 20

export const MyDoors = () => (
  <Card title="My doors">
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] items-start gap-5 px-4 pb-4 [&_h3]:mx-0 [&_h3]:mt-0 [&_h3]:mb-1 [&_h3]:text-md">
      <section aria-labelledby="lately">
        <h3 id="lately">Recent</h3>
        <Lately />
      </section>
      <section aria-labelledby="opens">
        <h3 id="opens">You can open</h3>
        <Opens />
      </section>
    </div>
  </Card>
)

interface Page {
  readonly limit: number
  readonly cursor?: string
}

/** Nothing tells this page of an entry or a changed rule: it asks again whenever somebody comes back to it. */
const useByPages = <Answer extends { readonly next: string | null }>(
  op: Operation,
  read: (page: Page, options: { readonly signal: AbortSignal }) => Promise<Answer>,
) =>
  useInfiniteQuery({
    queryKey: [...keyOf(op, {}), 'by pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      read(cursor === undefined ? { limit: atFirst } : { limit: afterwards, cursor }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })

const Lately = () => {
  const query = useByPages(decisions.mine, (page, options) => call(decisions.mine, page, options))
  const shown = query.data?.pages.flatMap(({ presentations }) => presentations)
  return (
    <Listed
      query={query}
      failed="What became of your card at doors could not be loaded"
      label="Where you showed your card, PIN or phone"
      empty={
        <Empty title="Nothing yet">
          <p>What you show at a door stands here, and why one did not open for you.</p>
        </Empty>
      }
      rows={shown?.map((one) => (
        <li key={one.id} className={line}>
          <Shown {...one} />
        </li>
      ))}
    />
  )
}

const Shown = ({ door, type, timestamp, method, result, says: text, path }: Presentation) => (
  <>
    <p className="flex flex-wrap justify-between gap-x-3 gap-y-1">
      <strong>{door ?? 'A door that is gone'}</strong>
      {result === 'granted' ? (
        <StatusWord state="normal" word={type === 'exit' ? 'Exited' : 'Entered'} />
      ) : (
        <StatusWord state="high" word="Not let in" />
      )}
    </p>
    <Note>
      {methodWords[method]}, <When at={timestamp} />
    </Note>
    {result === 'denied' && <p>{text ?? 'The door did not say why.'}</p>}
    {path.length > 0 && (
      <details>
        <summary className="cursor-pointer text-primary-text [padding-block:calc((var(--touch)_-_1lh)_/_2)]">
          What was asked
        </summary>
        <ol>
          {path.map(({ check, ok, says: message }, place) => (
            // The same question may be asked again, of the rules after the controller.
            // oxlint-disable-next-line react/no-array-index-key -- the steps of a decision never change their places
            <li key={`${place} ${check}`} className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-3 py-1">
              <StatusWord state={ok ? 'normal' : 'high'} word={ok ? 'Yes' : 'No'} />
              <span>{message}</span>
            </li>
          ))}
        </ol>
      </details>
    )}
  </>
)

const Opens = () => {
  const query = useByPages(decisions.myDoors, (page, options) => call(decisions.myDoors, page, options))
  const hindrances = query.data?.pages[0]?.hindrances ?? []
  const doors = query.data?.pages.flatMap((page) => page.doors)
  return (
    <>
      {hindrances.length > 0 && (
        <ul
          className="mb-2 grid gap-1 rounded border-s-3 border-s-warning bg-sunken px-4 py-3"
          aria-label="What holds at every door"
        >
          {hindrances.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <Listed
        query={query}
        failed="What you can open could not be loaded"
        label="Doors that you can open"
        empty={
          <Empty title="No door opens for you">
            <p>Whoever looks after the doors gives access levels.</p>
          </Empty>
        }
        rows={doors?.map((one) => (
          <li key={one.door.id} className={line}>
            <OneDoor {...one} />
          </li>
        ))}
      />
    </>
  )
}

const dayForm: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const minuteForm: Intl.DateTimeFormatOptions = { ...dayForm, hour: '2-digit', minute: '2-digit' }

const OneDoor = ({ door: { name, site, zone }, ways, open, because }: Door) => {
  const timeZone = useTimeZone()
  const day = (moment: string) => formatOf(timeZone, 'day of a way', dayForm).format(new Date(moment))
  const minute = (moment: string) => formatOf(timeZone, 'minute of a way', minuteForm).format(new Date(moment))
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-3 gap-y-1">
        <strong>{name}</strong>
        <StatusWord state={open ? 'normal' : 'unknown'} word={open ? 'Opens now' : 'Not now'} />
      </p>
      <Note>{[site, zone].filter(Boolean).join(' · ')}</Note>
      <ul>
        {ways.map(({ level, hours, from, to, since }) => (
          <li key={`${level.id} ${from ?? ''} ${to ?? ''}`}>
            {hours}
            <Note>
              {level.name}, {to === null ? `since ${day(since)}` : `${minute(from ?? since)} to ${minute(to)}`}
            </Note>
          </li>
        ))}
      </ul>
      {because !== null && <p className="text-muted">{because}</p>}
    </>
  )
}

const line = 'grid gap-1 border-t border-t-line py-3 wrap-anywhere first:border-t-0'

interface ListedProps {
  readonly query: ReturnType<typeof useByPages>
  readonly failed: string
  readonly label: string
  readonly empty: ReactNode
  /** undefined: not known yet. */
  readonly rows: readonly ReactNode[] | undefined
}

const Listed = ({ query, failed, label, empty, rows }: ListedProps) => {
  if (rows === undefined) {
    if (query.isError) return <Failed what={failed} error={query.error} onRetry={() => void query.refetch()} />
    return (
      <div aria-busy="true">
        <output className="visually-hidden">Loading</output>
        <SkeletonRows rows={3} />
      </div>
    )
  }
  if (rows.length === 0) return empty
  return (
    <>
      <ul className="[&_p]:m-0" aria-label={label}>
        {rows}
      </ul>
      {query.hasNextPage && (
        <Button onClick={() => void query.fetchNextPage()} aria-disabled={query.isFetchingNextPage}>
          {query.isFetchingNextPage ? 'Loading…' : 'Show more'}
          <span className="visually-hidden">: {label}</span>
        </Button>
      )}
    </>
  )
}
