// What the sheets of levels, groups and people are made of.
import type { Person } from '@gatehouse/contract/access/access'
import type { Operation } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type To, useNavigate } from 'react-router'
import { useClock } from '../../kit/clock.ts'
import { View } from '../../ui/feedback/states.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import { PersonLine } from '../../ui/primitives/person-line.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import type { Standing } from './access-words.ts'

interface PartProps {
  readonly title: string
  /** What may be done, beside the title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

export const Part = ({ title, action, children }: PartProps) => (
  <section className="grid grid-cols-1 content-start gap-2">
    <h3 className="m-0! flex flex-wrap items-center justify-between gap-2 text-md!">
      {title}
      {action}
    </h3>
    {children}
  </section>
)

/** Items below each other; without any, the words instead. */
export const Lines = ({ empty, children }: { readonly empty?: string; readonly children: readonly ReactNode[] }) =>
  children.length === 0 ? (
    <p className="text-muted">{empty}</p>
  ) : (
    <ul className="rounded border border-line">{children}</ul>
  )

/** What it is, which takes the room there is; behind it what is said of it, and what may be done. */
export const Line = ({ children }: { readonly children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 wrap-anywhere not-first:border-t not-first:border-t-line [&>:first-child]:min-w-0 [&>:first-child]:flex-[1_1_12rem]">
    {children}
  </li>
)

/** Where something stands by the clock, as it goes on. */
export const StandingWord = ({ of }: { readonly of: (now: number) => Standing }) => (
  <StatusWord
    state={useClock((now) => of(now).state)}
    word={useClock((now) => of(now).word)}
    icon={useClock((now) => of(now).icon ?? of(now).state)}
  />
)

interface ChangeOrRemoveProps {
  /** `level` */
  readonly what: string
  readonly name: string
  readonly change: To
  readonly remove: () => Promise<unknown>
  readonly closed: To
  /** What is lost with it. */
  readonly children: ReactNode
}

/** The foot of the sheet of something that is changed in a form, or removed. */
export const ChangeOrRemove = ({ what, name, change, remove, closed, children }: ChangeOrRemoveProps) => {
  const navigate = useNavigate()
  return (
    <>
      <ConfirmButton
        color="error"
        title={`Remove the ${what} ${name}?`}
        action="Remove"
        run={remove}
        done={`The ${what} ${name} is removed.`}
        then={() => void navigate(closed, { replace: true })}
      >
        <p>{children}</p>
      </ConfirmButton>
      <Button variant="contained" component={Link} to={change} state={opensSheet}>
        Change
      </Button>
    </>
  )
}

interface PeoplePartProps<T> {
  /** `Who holds it` */
  readonly title: string
  readonly op: Operation
  readonly query: UseQueryResult<T>
  readonly q: string
  readonly onSearch: (q: string) => void
  readonly people: (answer: T) => readonly { readonly person: Person; readonly notes: readonly string[] }[]
  /** Where there is nobody, and nobody is sought. */
  readonly none: string
}

/** At most so many are asked for: the others are found by their names. */
export const mostShown = 50

export const PeoplePart = <T extends { readonly next: string | null }>(props: PeoplePartProps<T>) => {
  const { title, op, query, q, onSearch, people, none } = props
  return (
    <Part title={title}>
      <SearchField label={`Search ${title.toLowerCase()}`} value={q} onChange={onSearch} />
      <View op={op} query={query} rows={4} failed={`${title} could not be loaded`}>
        {(answer) => (
          <>
            <Lines empty={q === '' ? none : 'No matches.'}>
              {people(answer).map(({ person: { id, profilePicture, displayName }, notes }) => (
                <Line key={id}>
                  <PersonLine picture={profilePicture} name={displayName}>
                    {displayName}
                    {notes.map((note) => (
                      <Note key={note}>{note}</Note>
                    ))}
                  </PersonLine>
                </Line>
              ))}
            </Lines>
            {answer.next !== null && <p className="text-muted">There are more: search for them by name.</p>}
          </>
        )}
      </View>
    </Part>
  )
}
