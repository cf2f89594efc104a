// One entry or exit that does not match: what was stored around it, and the two ways to settle it.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Log, Unmatched } from '@gatehouse/contract/access/entry-exit'
import * as devices from '@gatehouse/contract/building/devices'
import { typeWords } from '@gatehouse/contract/access/entry-exit-words'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, type To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { useHolds } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { useCloseAfter } from '../../ui/sheets/side-sheet.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { leftOutFault, momentAt, wallTimeAt } from '../../ui/time/wall-time.ts'
import { doorOf, personOf } from './log-words.tsx'
import { KindWord } from './unmatched-words.tsx'

export const UnmatchedSheet = ({ id, closed }: { readonly id: string; readonly closed: To }) => {
  const query = useQuery(queryOf(entryExit.unmatchedById, { id }))
  const item = query.data?.unmatched
  const missing = item?.kind === 'exit-without-entry' ? 'entry' : 'exit'
  const may = useHolds([missing === 'entry' ? 'create_entry' : 'create_exit'])
  if (item?.status === 'open' && may) return <Correction item={item} missing={missing} closed={closed} />
  return (
    <AnswerSheet
      op={entryExit.unmatchedById}
      query={query}
      title={item ? personOf(item.log) : 'Unmatched'}
      rows={8}
      failed="This entry or exit could not be loaded"
      closed={closed}
    >
      {({ unmatched }) => (
        <>
          <Story item={unmatched} />
          {unmatched.status === 'open' ? (
            <Empty title="You may look at this">
              <p>{entryExit.messages.createDenied(missing)}: somebody who may settles it.</p>
            </Empty>
          ) : (
            <Settled item={unmatched} />
          )}
        </>
      )}
    </AnswerSheet>
  )
}

interface CorrectionProps {
  readonly item: Unmatched
  readonly missing: Log['type']
  readonly closed: To
}

const Correction = ({ item, missing, closed }: CorrectionProps) => {
  const { id, log, suggestion } = item
  const timeZone = useTimeZone()
  const doors = useQuery(queryOf(devices.list, { kind: 'door' })).data?.devices ?? []
  const [dismissed, setDismissed] = useState(false)
  useCloseAfter(dismissed, closed)
  const form = useForm({
    defaultValues: {
      doorId: suggestion?.doorId ?? log.doorId ?? '',
      timestamp: suggestion ? wallTimeAt(Date.parse(suggestion.timestamp), timeZone) : '',
      reason: '',
    },
  })
  return (
    <FormSheet
      title={personOf(log)}
      subtitle={<KindWord kind={item.kind} />}
      closed={closed}
      form={form}
      draft={`unmatched ${id}`}
      what="The correction"
      label={`Add the missing ${missing}`}
      working="Adding…"
      send={async ({ timestamp, ...fields }) => {
        const at = momentAt(timestamp, timeZone)
        await call(entryExit.correct, {
          id,
          type: missing,
          ...fields,
          timestamp: Number.isNaN(at.getTime()) ? timestamp : at.toISOString(),
        })
        return entryExit.messages.created(missing)
      }}
    >
      <Story item={item} />
      <h3 className="mt-4 text-md font-semibold">The {missing} that is missing</h3>
      {suggestion && <p className="text-muted">{suggestion.because}</p>}
      <SelectInput
        control={form.control}
        name="doorId"
        label="Door"
        options={doors.map((door) => ({ value: door.id, label: door.name }))}
      />
      <TextInput
        control={form.control}
        name="timestamp"
        type="datetime-local"
        label="When"
        help={timeZone}
        rule={(value) => leftOutFault(value, timeZone)}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextInput
        control={form.control}
        name="reason"
        label="Why"
        multiline
        required
        help="It is kept on the record. What the door reported stays as it is, and is marked."
      />
      <div>
        <ConfirmButton
          label="Leave it as it is…"
          title={`Leave this ${log.type} of ${personOf(log)} as it is?`}
          action="Leave it"
          busy="Leaving…"
          tone="plain"
          reason={{ label: 'Why' }}
          run={(reason) => call(entryExit.dismiss, { id, reason })}
          then={() => setDismissed(true)}
        >
          Nothing is added, and it is asked about no more.
        </ConfirmButton>
      </div>
    </FormSheet>
  )
}

const Story = ({ item: { kind, log, previous } }: { readonly item: Unmatched }) => {
  const timeZone = useTimeZone()
  const notified = (one: Log) => (
    <>
      <Link to={`/log-details/${one.id}`}>
        {typeWords[one.type]} at {doorOf(one)}
      </Link>
      <br />
      <time dateTime={one.timestamp}>{exactTime(one.timestamp, timeZone)}</time>
    </>
  )
  return (
    <Facts>
      {kind !== 'still-inside' && (
        <Fact label="Before">{previous ? notified(previous) : 'Nothing that is kept, or that you may see'}</Fact>
      )}
      <Fact label={kind === 'still-inside' ? 'Came in' : 'Then'}>{notified(log)}</Fact>
    </Facts>
  )
}

const Settled = ({ item }: { readonly item: Unmatched }) => {
  const timeZone = useTimeZone()
  return (
    <Facts>
      <Fact label="Settled">
        <StatusWord state="normal" word={item.status === 'corrected' ? 'Corrected' : 'Left as it is'} />
      </Fact>
      <Fact label="By">{item.settledBy ?? 'Somebody who has left'}</Fact>
      {item.settledAt && (
        <Fact label="When">
          <time dateTime={item.settledAt}>{exactTime(item.settledAt, timeZone)}</time>
        </Fact>
      )}
      <Fact label="Why">{item.reason}</Fact>
      {item.correctionId && (
        <Fact label="Added">
          <Link to={`/log-details/${item.correctionId}`}>The entry or exit that puts it right</Link>
        </Fact>
      )}
    </Facts>
  )
}
