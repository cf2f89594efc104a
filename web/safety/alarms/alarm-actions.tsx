// What else may be done with an alarm: assign it, put it aside for a while, resolve it.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import Button from '@mui/material/Button'
import { Can } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { showAlarm } from './alarm-lists.live.ts'
import { AssignAlarm } from './assign-alarm.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
import { ShelveDialog } from './shelve-dialog.tsx'

export const AlarmActions = ({ alarm }: { readonly alarm: Alarm }) => {
  const cache = useQueryClient()
  const [asking, setAsking] = useState<'shelve' | 'resolve' | null>(null)
  if (alarm.state === 'cleared') return null
  const close = () => setAsking(null)
  const unshelve = async () => showAlarm(cache, (await call(alarms.unshelve, { id: alarm.id })).alarm)
  return (
    <section className="grid grid-cols-1 gap-3" aria-label="Actions">
      <div className="flex flex-wrap gap-2 [&>button]:min-h-touch">
        <Can op={alarms.shelve}>
          <Button variant="outlined" onClick={() => setAsking('shelve')}>
            {alarm.shelved ? 'Change shelving…' : 'Shelve…'}
          </Button>
        </Can>
        {alarm.shelved && (
          <Can op={alarms.unshelve}>
            <CallButton variant="outlined" busy="Unshelving…" failed="It could not be unshelved." run={unshelve}>
              Unshelve
            </CallButton>
          </Can>
        )}
        {alarm.returnedAt !== null && (
          <Button variant="outlined" onClick={() => setAsking('resolve')}>
            Resolve…
          </Button>
        )}
      </div>
      <AssignAlarm alarm={alarm} />
      {alarm.returnedAt === null && (
        <p className="text-sm text-muted">Its condition still holds: it can be resolved once that is over.</p>
      )}
      {asking === 'shelve' && <ShelveDialog alarm={alarm} onClose={close} />}
      {asking === 'resolve' && <ResolveDialog alarm={alarm} onClose={close} />}
    </section>
  )
}
