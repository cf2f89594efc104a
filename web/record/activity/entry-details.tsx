// What is known of an entry: who, what, from where, what it changed, and what was asked for.
import type { Entry } from '@gatehouse/contract/record/activity'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useHolds } from '../../kit/can.tsx'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { type Change, changesOf, fieldsOf } from './changes.ts'
import styles from './entry-sheet.module.css'
import { OutcomeWord, type Reader, Who } from './entry-words.tsx'

interface EntryDetailsProps {
  readonly entry: Entry
  readonly reader: Reader | null
}

export const EntryDetails = ({ entry, reader }: EntryDetailsProps) => {
  const timeZone = useTimeZone()
  const show = (moment: string) => exactTime(moment, timeZone)
  const changes = changesOf(entry.before, entry.after, show)
  const asked = fieldsOf(entry.input, show)
  return (
    <>
      <section>
        <h3>What happened</h3>
        <dl className={styles.facts}>
          <Fact label="Outcome">
            <OutcomeWord outcome={entry.outcome} /> <span className="text-muted">answered {entry.status}</span>
          </Fact>
          <Fact label="Who" only={reader || entry.userId === null ? null : { user: entry.userId }}>
            <Who entry={entry} reader={reader} />
          </Fact>
          <Fact label="When">{show(entry.at)}</Fact>
          {entry.subject !== null && <Fact label="Target">{entry.subject}</Fact>}
          {entry.reason !== null && <Fact label="Reason">{entry.reason}</Fact>}
        </dl>
      </section>
      <section>
        <h3>What changed</h3>
        {changes.length === 0 ? (
          <p className="text-muted">
            {entry.outcome === 'done' ? 'Nothing that can be told as before and after.' : 'Nothing: it was not done.'}
          </p>
        ) : (
          <dl className={styles.changes}>
            {changes.map((change) => (
              <ChangedField key={change.field} change={change} />
            ))}
          </dl>
        )}
      </section>
      {asked.length > 0 && (
        <section>
          <h3>What was asked for</h3>
          <dl className={styles.facts}>
            {asked.map(({ field, value }) => (
              <Fact key={field} label={field}>
                {value}
              </Fact>
            ))}
          </dl>
        </section>
      )}
      <section>
        <h3>Source</h3>
        <dl className={styles.facts}>
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
        </dl>
      </section>
    </>
  )
}

interface FactProps {
  readonly label: string
  /** The filter that shows everything of the same; null: there is none. */
  readonly only?: Readonly<Record<string, string>> | null
  readonly children: ReactNode
}

const Fact = ({ label, only = null, children }: FactProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {only && (
        <Link
          to={`/activity-logs?${new URLSearchParams(only)}`}
          className="block w-fit text-sm pointer-coarse:flex pointer-coarse:min-h-touch pointer-coarse:items-center"
        >
          All of the same<span className="visually-hidden"> {label.toLowerCase()}</span>
        </Link>
      )}
    </dd>
  </div>
)

const Correlation = ({ id, isOwn }: { readonly id: string; readonly isOwn: boolean }) => {
  const mayFollow = useHolds(['admin_access'])
  return (
    <Fact label="Correlation id" only={isOwn ? null : { correlation: id }}>
      <code>{id}</code> <CopyButton text={id} label="Copy" />
      {mayFollow && (
        <Link
          to={`/events/timeline/${id}`}
          className="block w-fit text-sm pointer-coarse:flex pointer-coarse:min-h-touch pointer-coarse:items-center"
        >
          Everything that came of this call
        </Link>
      )}
    </Fact>
  )
}

const ChangedField = ({ change }: { readonly change: Change }) => (
  <div>
    <dt>{change.field}</dt>
    {change.is === 'value' ? (
      <>
        <dd>
          <del
            className={`${styles.before} grid max-h-[16rem] grid-cols-[1rem_minmax(0,1fr)] gap-2 overflow-auto rounded bg-sunken px-3 py-1 text-critical no-underline`}
          >
            {change.before ?? 'nothing'}
          </del>
        </dd>
        <dd>
          <ins
            className={`${styles.after} grid max-h-[16rem] grid-cols-[1rem_minmax(0,1fr)] gap-2 overflow-auto rounded bg-sunken px-3 py-1 text-normal no-underline`}
          >
            {change.after ?? 'nothing'}
          </ins>
        </dd>
      </>
    ) : (
      <>
        {change.removed.map((item) => (
          <dd key={`- ${item}`}>
            <del
              className={`${styles.before} grid max-h-[16rem] grid-cols-[1rem_minmax(0,1fr)] gap-2 overflow-auto rounded bg-sunken px-3 py-1 text-critical no-underline`}
            >
              {item}
            </del>
          </dd>
        ))}
        {change.added.map((item) => (
          <dd key={`+ ${item}`}>
            <ins
              className={`${styles.after} grid max-h-[16rem] grid-cols-[1rem_minmax(0,1fr)] gap-2 overflow-auto rounded bg-sunken px-3 py-1 text-normal no-underline`}
            >
              {item}
            </ins>
          </dd>
        ))}
      </>
    )}
  </div>
)
