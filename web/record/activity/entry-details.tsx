// What is known of an entry: who, what, from where, what it changed, and what was asked for.
import type { Entry } from '@gatehouse/contract/record/activity'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useHolds } from '../../kit/can.tsx'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { Fact as PlainFact, Facts } from '../../ui/primitives/facts.tsx'
import { type Change, changesOf, fieldsOf } from './changes.ts'
import { OutcomeWord, type Reader, Who } from './entry-words.tsx'

interface EntryDetailsProps {
  readonly entry: Entry
  readonly reader: Reader | null
  /** What there is besides, below all of it. */
  readonly children?: ReactNode
}

export const EntryDetails = ({ entry, reader, children }: EntryDetailsProps) => {
  const timeZone = useTimeZone()
  const show = (moment: string) => exactTime(moment, timeZone)
  const changes = changesOf(entry.before, entry.after, show)
  const asked = fieldsOf(entry.input, show)
  return (
    <div className="grid grid-cols-1 gap-6 [&_code]:text-sm [&_dd]:min-w-0 [&_dd]:wrap-anywhere [&_dd]:whitespace-pre-line [&_dl]:p-0 [&_p]:mb-2">
      <section>
        <h3>Action</h3>
        <Facts>
          <Fact label="Outcome">
            <OutcomeWord outcome={entry.outcome} /> <span className="text-muted">answered {entry.status}</span>
          </Fact>
          <Fact label="Who" only={reader || entry.userId === null ? null : { user: entry.userId }}>
            <Who entry={entry} reader={reader} />
          </Fact>
          <Fact label="When">{show(entry.at)}</Fact>
          {entry.subject !== null && <Fact label="Target">{entry.subject}</Fact>}
          {entry.reason !== null && <Fact label="Reason">{entry.reason}</Fact>}
        </Facts>
      </section>
      <section>
        <h3>Changes</h3>
        {changes.length === 0 ? (
          <p className="text-muted">{entry.outcome === 'done' ? 'No recorded values.' : 'Nothing: it was not done.'}</p>
        ) : (
          <dl>
            {changes.map((change) => (
              <ChangedField key={change.field} change={change} />
            ))}
          </dl>
        )}
      </section>
      {asked.length > 0 && (
        <section>
          <h3>Request</h3>
          <Facts>
            {asked.map(({ field, value }) => (
              <Fact key={field} label={field}>
                {value}
              </Fact>
            ))}
          </Facts>
        </section>
      )}
      <section>
        <h3>Source</h3>
        <Facts>
          <Fact label="Action" only={reader ? null : { action: entry.action }}>
            <code>{entry.action}</code>
          </Fact>
          <Fact label="Address" only={reader || entry.address === null ? null : { address: entry.address }}>
            {entry.address ?? 'None: it was done by Gatehouse itself'}
          </Fact>
          <Correlation id={entry.correlationId} isOwn={reader !== null} />
          <Fact label="Entry id">
            <code>{entry.id}</code>
          </Fact>
        </Facts>
      </section>
      {children}
    </div>
  )
}

interface FactProps {
  readonly label: string
  /** The filter that shows everything of the same; null: there is none. */
  readonly only?: Readonly<Record<string, string>> | null
  readonly children: ReactNode
}

const Fact = ({ label, only = null, children }: FactProps) => (
  <PlainFact label={label}>
    {children}
    {only && (
      <Way to={`/activity-logs?${new URLSearchParams(only)}`}>
        All of the same<span className="visually-hidden"> {label.toLowerCase()}</span>
      </Way>
    )}
  </PlainFact>
)

const Way = ({ to, children }: { readonly to: string; readonly children: ReactNode }) => (
  <Link
    to={to}
    className="block w-fit text-sm pointer-coarse:flex pointer-coarse:min-h-touch pointer-coarse:items-center"
  >
    {children}
  </Link>
)

const Correlation = ({ id, isOwn }: { readonly id: string; readonly isOwn: boolean }) => {
  const mayFollow = useHolds(['admin_access'])
  return (
    <Fact label="Correlation id" only={isOwn ? null : { correlation: id }}>
      <code>{id}</code> <CopyButton text={id} label="Copy" />
      {mayFollow && <Way to={`/events/timeline/${id}`}>Everything that came of this call</Way>}
    </Fact>
  )
}

const ChangedField = ({ change }: { readonly change: Change }) => {
  const isValue = change.is === 'value'
  const before = isValue ? [change.before ?? 'nothing'] : change.removed
  const after = isValue ? [change.after ?? 'nothing'] : change.added
  return (
    <div className="grid gap-1 border-t border-t-line py-2">
      <dt className="text-muted">{change.field}</dt>
      {before.map((text) => (
        <dd key={`- ${text}`}>
          <del className={`${changed} text-critical before:content-['−'_/_'before:_']`}>{text}</del>
        </dd>
      ))}
      {after.map((text) => (
        <dd key={`+ ${text}`}>
          <ins className={`${changed} text-normal before:content-['+'_/_'now:_']`}>{text}</ins>
        </dd>
      ))}
    </div>
  )
}

const changed =
  'grid max-h-[16rem] grid-cols-[1rem_minmax(0,1fr)] gap-2 overflow-auto rounded bg-sunken px-3 py-1 no-underline'
