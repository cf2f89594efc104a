// One person on the list: what may be said of them in one press, where the list has them from, and everything that was
// said, by whom.
import * as contract from '@gatehouse/contract/access/muster'
import type { Mark } from '@gatehouse/contract/access/muster'
import type { Input } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type To } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { SideSheet, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { becauseText, confidenceWords, markText, spanText, statusWords } from './muster-words.ts'
import type { Shown } from './roll-call.ts'
import type { OnMark } from './roll-call-page.tsx'
import { GoneSheet } from '../../ui/sheets/answer-sheet.tsx'
import { PointField } from './hand-bar.tsx'

/** Of a visitor. */
interface HostOnList {
  /** Whom they came to see, where that is somebody on the list. */
  readonly hostOnList: Shown | null
  readonly toHost: To | null
}

interface PersonSheetProps extends HostOnList {
  readonly musterId: string
  readonly personId: string
  /** null: not on the list as it is here. */
  readonly person: Shown | null
  readonly points: readonly string[]
  /** Where the warden stands. */
  readonly place: string
  /** null: one may only look. */
  readonly onMark: OnMark | null
  readonly closed: To
}

export const PersonSheet = (props: PersonSheetProps) => {
  const { musterId, personId, person, hostOnList, toHost, points, place, onMark, closed } = props
  if (!person)
    return (
      <GoneSheet
        name="Somebody"
        title="This person is not on the list"
        says="The link may be of another roll-call, or labels hide them from you."
        closed={closed}
      />
    )
  return (
    <SideSheet
      title={person.name}
      subtitle={
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <StatusWord {...statusWords[person.status]} />
          {[person.place, person.statusBy && `by ${person.statusBy}`].filter(Boolean).join(', ')}
          {person.waiting && (
            <span className="inline-flex items-center gap-1 font-semibold text-stale">
              <Icon name="stale" /> Waiting to be sent
            </span>
          )}
        </span>
      }
      closed={closed}
    >
      <div className="grid grid-cols-1 gap-5 [--touch:48px]">
        {onMark && <MarkButtons person={person} points={points} at={place} onMark={onMark} closed={closed} />}
        <About person={person} hostOnList={hostOnList} toHost={toHost} />
        <MarkStatus musterId={musterId} personId={personId} waiting={person.waiting} />
      </div>
    </SideSheet>
  )
}

const choices = ['safe', 'missing', 'not-here'] as const

interface MarkButtonsProps {
  readonly person: Shown
  readonly points: readonly string[]
  readonly at: string
  readonly onMark: OnMark
  readonly closed: To
}

const MarkButtons = ({ person, points, at, onMark, closed }: MarkButtonsProps) => {
  const close = useCloseSheet(closed)
  const [note, setNote] = useState(person.note ?? '')
  const [place, setPlace] = useState(at)
  const mark = (status: contract.NewMark['status']) => {
    onMark(person, status, {
      place: status === 'safe' && place !== '' ? place : null,
      note: note.trim() === '' ? null : note.trim(),
    })
    close()
  }
  return (
    <section className="grid gap-4" aria-label={`What became of ${person.name}`}>
      <div className="grid grid-cols-3 gap-3">
        {choices.map((status) => (
          <button
            key={status}
            type="button"
            className="grid min-h-[96px] cursor-pointer touch-manipulation place-items-center gap-1 rounded border border-current bg-[color-mix(in_srgb,currentColor_8%,var(--surface))] font-[650] text-state hover:bg-[color-mix(in_srgb,currentColor_16%,var(--surface))]"
            data-state={statusWords[status].state}
            onClick={() => mark(status)}
          >
            <Icon name={status === 'safe' ? 'check' : statusWords[status].icon} size="large" />{' '}
            {statusWords[status].word}
          </button>
        ))}
      </div>
      {points.length > 0 && <PointField label="Safe at" points={points} value={place} onChange={setPlace} />}
      <TextField
        label="Note"
        value={note}
        onChange={({ target }) => setNote(target.value)}
        helperText="Goes with what you press above, and is seen by every warden."
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      {person.status !== 'unaccounted' && (
        <Button variant="outlined" onClick={() => mark('unaccounted')}>
          Reset to unaccounted
        </Button>
      )}
    </section>
  )
}

const About = ({ person, hostOnList, toHost }: { readonly person: Shown } & HostOnList) => {
  return (
    <div className="[&>dl]:p-0">
      <Facts>
        {person.visitor && (
          <>
            <Fact label="Visitor">{person.visitor.company ?? 'With a pass'}</Fact>
            <Fact label="Whom they came to see">
              <Host host={person.visitor.host} hostOnList={hostOnList} toHost={toHost} />
            </Fact>
          </>
        )}
        <Fact label="Where the list has them">{person.zone ?? 'Nobody knows where'}</Fact>
        <Fact label="Last seen">
          {person.since ? (
            <>
              <When at={person.since} />
              {person.door && `, ${person.door}`}
            </>
          ) : (
            'At no door'
          )}
        </Fact>
        <Fact label="How sure that is">
          <StatusWord {...confidenceWords[person.confidence]} />
          <span className="text-sm text-muted"> {becauseText(person)}</span>
        </Fact>
        {person.addedAt && (
          <Fact label="On the list since">
            <When at={person.addedAt} />, put there by {person.addedBy ?? 'a door: they came in after it began'}
          </Fact>
        )}
        {person.note && <Fact label="Note">{person.note}</Fact>}
      </Facts>
    </div>
  )
}

/** Who knows them, and what became of that person: the first to ask. */
const Host = ({ host, hostOnList, toHost }: { readonly host: string | null } & HostOnList) => {
  if (host === null) return 'Nobody was named'
  if (!hostOnList) return `${host}, who is not on the list`
  return (
    <>
      {toHost ? <Link to={toHost}>{host}</Link> : host} <StatusWord {...statusWords[hostOnList.status]} />
      {hostOnList.place && <span className="text-sm text-muted"> {hostOnList.place}</span>}
    </>
  )
}

const lateMs = 30_000

const MarkStatus = ({ waiting, ...input }: Input<typeof contract.onePerson> & Pick<Shown, 'waiting'>) => {
  const query = useQuery(queryOf(contract.onePerson, input))
  return (
    <section>
      <h3>Everything that was said</h3>
      {waiting && (
        <p className="mb-2 inline-flex items-center gap-1 font-semibold text-stale">
          <Icon name="stale" /> {markText({ ...waiting, how: 'warden', place: waiting.place ?? null })}, by you: waiting
          to be sent
        </p>
      )}
      {isStatus(query.error, 404) ? null : (
        <View op={contract.onePerson} query={query} rows={3} failed="What was said could not be loaded">
          {({ marks }) =>
            marks.length === 0 ? (
              <p className="text-sm text-muted">Nothing yet.</p>
            ) : (
              <ol className="grid gap-2">
                {marks.toReversed().map((mark) => (
                  <One key={mark.id} mark={mark} />
                ))}
              </ol>
            )
          }
        </View>
      )}
    </section>
  )
}

const One = ({ mark }: { readonly mark: Mark }) => {
  const timeZone = useTimeZone()
  const { state, icon } = statusWords[mark.status]
  const late = Date.parse(mark.receivedAt) - Date.parse(mark.at)
  return (
    <li
      className="grid justify-items-start border-s-3 border-s-line px-3 py-2 data-holds:border-s-primary data-holds:bg-sunken [&>span:first-child]:whitespace-normal"
      data-holds={mark.holds || undefined}
    >
      <StatusWord state={state} icon={icon} word={markText(mark)} />
      <span className="text-sm text-muted">
        {mark.by} · <time dateTime={mark.at}>{exactTime(mark.at, timeZone)}</time>
        {late > lateMs && ` · arrived ${spanText(late / 1000)} later`}
        {mark.holds && ' · this holds'}
      </span>
      {mark.note && <span className="wrap-anywhere">{mark.note}</span>}
    </li>
  )
}
