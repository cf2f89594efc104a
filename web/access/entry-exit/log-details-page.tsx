// One entry or exit in full, with its neighbours in time at the same door.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Log } from '@gatehouse/contract/access/entry-exit'
import { methodWords, sourceWords, typeWords } from '@gatehouse/contract/access/entry-exit-words'
import type { Output } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { Cards, Columns } from '../../ui/primitives/columns.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { Field, Fields } from './fields.tsx'
import { LogProof } from './log-proof.tsx'
import { doorOf, gapWords, personOf, reasonWords, ResultWord, passageText } from './log-words.tsx'

const breadcrumbs = [{ label: 'Entry and exit', to: '/entry-exit/report' }]

interface LogDetailsPageProps {
  /** What other rooms have to say of a decision. */
  readonly Beside?: ComponentType<{ readonly log: Log }>
}

export const LogDetailsPage = ({ Beside }: LogDetailsPageProps) => {
  const { id = '' } = useParams()
  const query = useQuery(queryOf(entryExit.logById, { id }))
  const log = query.data?.log
  const title = log ? `${titleWords(log)}: ${personOf(log)}` : 'Entry or exit'
  const unknown = isStatus(query.error, 404) || isStatus(query.error, 422)
  return (
    <>
      <PageHeader title={title} breadcrumbs={breadcrumbs} lead={log && <Lead log={log} />} />
      {unknown ? (
        <Card title="Not found">
          <Empty title="There is no such entry or exit">
            <p>It may have been removed, or its door is hidden from you by a label.</p>
            <Link to="/entry-exit/report">Go to the log</Link>
          </Empty>
        </Card>
      ) : (
        <View op={entryExit.logById} query={query} rows={12} failed="This entry or exit could not be loaded">
          {(found) => (
            <Columns split="minmax(0, 3fr) minmax(20rem, 2fr)">
              <Details {...found} beside={Beside && <Beside log={found.log} />} />
              <Neighbours {...found} />
            </Columns>
          )}
        </View>
      )}
    </>
  )
}

const titleWords = ({ type, result }: Log) => (result === 'denied' ? `Denied ${type}` : typeWords[type])

const Lead = ({ log }: { readonly log: Log }) => (
  <>
    {doorOf(log)}, <When at={log.timestamp} />
  </>
)

type Found = Output<typeof entryExit.logById>

const Details = ({ log, decision, note, by, beside }: Found & { readonly beside: ReactNode }) => {
  const timeZone = useTimeZone()
  const exact = (at: string | null) =>
    at === null ? 'Not reported' : <time dateTime={at}>{exactTime(at, timeZone)}</time>
  return (
    <Cards>
      <Card title="Decision">
        <Fields>
          <Field label="Result">
            <ResultWord log={log} />
          </Field>
          <Field label="Passage">{passageText(log)}</Field>
          {log.reason && <Field label="Reason">{reasonWords(log.reason)}</Field>}
          <Field label="Method">{methodWords[log.method]}</Field>
          {by !== null && <Field label="Logged by">{by}</Field>}
          {note !== null && <Field label="Why">{note}</Field>}
          {log.corrects !== null && (
            <Field label="Puts right">
              <Link to={`/log-details/${log.corrects}`}>What the door reported</Link>
            </Field>
          )}
          {log.correctedBy !== null && (
            <Field label="Put right by">
              <Link to={`/log-details/${log.correctedBy}`}>One added by hand</Link>
            </Field>
          )}
        </Fields>
        <Decision decision={decision} log={log} />
      </Card>
      {beside}
      <Card title="Person and door">
        <Fields>
          <Field label="Person">
            {log.person ? (
              log.userId === null ? (
                `${log.person}, a visitor`
              ) : (
                <Link to={`/entry-exit/report?userId=${log.userId}`}>{log.person}</Link>
              )
            ) : log.method === 'pass' && decision !== null ? (
              'A visitor, by the pass that the decision names'
            ) : (
              'Unknown: the credential is nobody’s'
            )}
          </Field>
          <Field label="Door">
            {log.doorId ? <Link to={`/entry-exit/report?doorId=${log.doorId}`}>{doorOf(log)}</Link> : doorOf(log)}
          </Field>
          <Field label="Zone">{log.zone ?? 'None'}</Field>
        </Fields>
      </Card>
      <Card title="Times and source">
        <Fields>
          <Field label="Happened">{exact(log.timestamp)}</Field>
          <Field label="By the device’s clock">{exact(log.deviceTime)}</Field>
          <Field label="Stored by the server">{exact(log.serverTime)}</Field>
          <Field label="Source">{sourceWords[log.source]}</Field>
          <Field label="Log id">
            <code>{log.id}</code>
          </Field>
          <Field label="Correlation id">
            <Link to={`/doors/timeline/${log.correlationId}`}>
              <code>{log.correlationId}</code>
            </Link>
          </Field>
        </Fields>
      </Card>
      <LogProof id={log.id} />
    </Cards>
  )
}

/** The questions in the order they were asked; after the first that was answered with no, none was. */
const Decision = ({ decision, log }: Pick<Found, 'decision' | 'log'>) => {
  if (log.source !== 'device') return null
  if (decision === null) {
    return (
      <p className="grid justify-items-start gap-2 px-4 pb-3 text-muted">
        The door’s controller decided by itself and did not say by what.
      </p>
    )
  }
  return (
    <ol className="px-4 pb-4" aria-label="What was asked before it was decided">
      {decision.map(({ check, ok, says: text }) => (
        <li key={check} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-3 border-t border-t-line py-2">
          <StatusWord state={ok ? 'normal' : 'high'} word={ok ? 'Yes' : 'No'} />
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

const Neighbours = ({ log, before, after }: Pick<Found, 'log' | 'before' | 'after'>) => (
  <Card title={log.door ? `Nearby events at ${log.door}` : 'Nearby events'}>
    <ol className="px-2 pb-2">
      {after.toReversed().map((neighbour) => (
        <Neighbour key={neighbour.id} log={neighbour} than={log} />
      ))}
      <Neighbour log={log} />
      {before.map((neighbour) => (
        <Neighbour key={neighbour.id} log={neighbour} than={log} />
      ))}
    </ol>
  </Card>
)

interface NeighbourProps {
  readonly log: Log
  /** The log it is a neighbour of; absent: it is that log. */
  readonly than?: Log
}

const Neighbour = ({ log, than }: NeighbourProps) => (
  <li>
    <Link
      to={`/log-details/${log.id}`}
      className="grid grid-cols-[1fr_auto] gap-x-3 border-s-3 border-transparent p-2 text-inherit no-underline hover:bg-sunken aria-[current]:border-primary aria-[current]:bg-sunken"
      aria-current={than ? undefined : 'true'}
      data-tip={`|${log.timestamp}`}
    >
      <time className="order-3 text-sm text-muted" dateTime={log.timestamp}>
        {than ? gapWords(log, than) : `This ${log.type}`}
      </time>
      <strong className="order-1 font-semibold">{personOf(log)}</strong>
      <span className="order-4 justify-self-end text-sm text-muted">{typeWords[log.type]}</span>
      <span className="order-2 justify-self-end">
        <ResultWord log={log} />
      </span>
    </Link>
  </li>
)
