// What proves an entry or exit, and what does not: in plain words.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Proof } from '@gatehouse/contract/access/entry-exit'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useHolds } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { Field, Fields } from './fields.tsx'

export const LogProof = ({ id }: { readonly id: string }) => {
  const query = useQuery(queryOf(entryExit.logProof, { id }))
  return (
    <Card title="Proof">
      <View op={entryExit.logProof} query={query} rows={3} failed="The proof could not be loaded">
        {({ proof }) => (proof === null ? <Unsealed /> : <Sealed proof={proof} />)}
      </View>
    </Card>
  )
}

const Unsealed = () => (
  <div className="grid justify-items-start gap-2 px-4 pb-3">
    <StatusWord state="information" icon="stale" word="Not sealed yet" />
    <p>
      Every hour what was stored is put under one hash, and that goes on the activity log, which nobody changes unseen.
      Until then, and for what was stored before sealing began, nothing but this store says so.
    </p>
  </div>
)

const Sealed = ({
  proof: { sealedAt, rows, kept: stored, sealed, found, holds, activityId, seq },
}: {
  readonly proof: Proof
}) => {
  const timeZone = useTimeZone()
  const mayRead = useHolds(['view_activity_logs'])
  const many = `${rows.toLocaleString('en-GB')} ${rows === 1 ? 'entry or exit' : 'entries and exits'}`
  return (
    <div className="grid justify-items-start gap-2 px-4 pb-3">
      {holds ? (
        <StatusWord state="normal" word="As it was stored" />
      ) : (
        <StatusWord state="critical" word={stored < rows ? 'Not all of it is kept any more' : 'Changed since'} />
      )}
      <p>
        {holds
          ? `It is one of ${many} that were sealed together, and none of them was changed, added or taken away since.`
          : stored < rows
            ? `It was sealed with ${many}, of which ${stored} are there: the hash over all of them cannot be checked. Retention takes away what is old; anything else should not.`
            : `It was sealed with ${many}, and at least one of them is not what it was. The hash does not show which one.`}{' '}
        Whether somebody went through, and corrections, are learnt later and are no part of it.
      </p>
      <Fields inner>
        <Field label="Sealed">
          <time dateTime={sealedAt}>{exactTime(sealedAt, timeZone)}</time>
        </Field>
        <Field label="On the activity log">
          {mayRead ? <Link to={`/activity-logs/${activityId}`}>{numbered(seq)}</Link> : numbered(seq)}
        </Field>
        <Field label="SHA-256 then">
          <code>{sealed}</code> <CopyButton text={sealed} label="Copy the hash" />
        </Field>
        {!holds && (
          <Field label="SHA-256 now">
            <code>{found}</code>
          </Field>
        )}
      </Fields>
    </div>
  )
}

const numbered = (seq: number | null) =>
  seq === null ? 'Being put into the chain' : `Number ${seq.toLocaleString('en-GB')} of the chain`
