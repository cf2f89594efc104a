// One alarm: how it stands, what to do about it, what belongs to it, and all that has become of it.
import * as alarms from '@gatehouse/contract/safety/alarms'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link, type To } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { useReadAgain } from '../../kit/live/use-read-again.ts'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { AcknowledgeForm, AcknowledgeSubmit } from './acknowledgement/acknowledge-form.tsx'
import { AlarmActions } from './alarm-actions.tsx'
import { AlarmFacts } from './alarm-facts.tsx'
import { AlarmHistory } from './alarm-history.tsx'
import { AlarmReceipts } from './alarm-receipts.tsx'
import { deviceOf, placeOf } from '../../kit/alarm-words.ts'
import { isAcknowledgeable } from './alarm-words.ts'
import { Checklist } from './checklist.tsx'
import { SameIncident } from './same-incident.tsx'
import { Surroundings } from './surroundings.tsx'

interface AlarmSheetProps {
  readonly id: string
  readonly closed: To
}

export const AlarmSheet = ({ id, closed }: AlarmSheetProps) => {
  const query = useQuery({ ...queryOf(alarms.byId, { id }), refetchOnMount: 'always' })
  useReadAgain(keyOf(alarms.byId, { id }), alarms.changed, (changed) => changed.id === id)
  const form = useId()
  const [busy, setBusy] = useState(false)
  const alarm = query.data?.alarm
  return (
    <AnswerSheet
      op={alarms.byId}
      query={query}
      title={alarm?.title ?? 'Alarm'}
      subtitle={alarm && [deviceOf(alarm), placeOf(alarm)].filter(Boolean).join(' · ')}
      rows={10}
      failed="The alarm could not be loaded"
      gone={{
        title: 'There is no such alarm',
        says: 'It may be older than what is stored, or its device is hidden from you by a label.',
        next: <Link to={closed}>Go to the alarms</Link>,
      }}
      foot={alarm && isAcknowledgeable(alarm) && <AcknowledgeSubmit alarm={alarm} form={form} busy={busy} />}
      closed={closed}
    >
      {({ alarm: found, checklist, history }) => (
        <div className="grid grid-cols-1 gap-6">
          <AlarmFacts alarm={found} />
          {isAcknowledgeable(found) && <AcknowledgeForm key={found.id} alarm={found} form={form} onBusy={setBusy} />}
          <AlarmActions alarm={found} />
          <Checklist alarm={found} steps={checklist} />
          <Surroundings alarm={found} />
          <SameIncident alarm={found} />
          <AlarmReceipts alarm={found} />
          <AlarmHistory alarm={found} history={history} />
        </div>
      )}
    </AnswerSheet>
  )
}
