// The alarms of which nobody is notified for now: shelved by a person, suppressed by their rule, or of a device that is
// out of service.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm, AlarmState } from '@gatehouse/contract/safety/alarms'
import type { ReactNode } from 'react'
import { useMissing } from '../../kit/can.tsx'
import { Empty, NoPermission } from '../../ui/feedback/states.tsx'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { nameOf } from '../../kit/alarm-words.ts'
import { DevicesOutOfService } from './devices-out-of-service.tsx'
import { shelvedCard, shelvedColumns, withheldCard, withheldColumns } from './held-back-columns.tsx'
import { UnshelveButton } from './unshelve-button.tsx'
import { useAlarmsIn } from './use-alarms-in.ts'

export const HeldBackSection = () => {
  const missing = useMissing(alarms.list)
  const mayUnshelve = useMissing(alarms.unshelve).length === 0
  if (missing.length > 0) return <NoPermission missing={missing} />
  return (
    <div className="grid grid-cols-1 gap-6">
      <AlarmsIn
        state="shelved"
        title="Shelved"
        lead="Put aside by a person; each comes back by itself."
        columns={shelvedColumns}
        card={shelvedCard}
        // Without it no room is left at the end of the rows.
        {...(mayUnshelve && { rowAction: unshelveButton })}
        failed="The shelved alarms could not be loaded"
        empty={
          <Empty title="No shelved alarms">
            <p>Shelve an alarm that cannot be dealt with now: for 15 minutes to 8 hours, with a reason.</p>
          </Empty>
        }
      />
      <AlarmsIn
        state="suppressed"
        title="Suppressed by design"
        lead="Held back by a condition of their rule, for as long as it holds."
        columns={withheldColumns}
        card={withheldCard}
        failed="The suppressed alarms could not be loaded"
        empty={
          <Empty title="No suppressed alarms">
            <p>An alarm whose rule suppresses it under a condition stands here while that holds.</p>
          </Empty>
        }
      />
      <AlarmsIn
        state="out-of-service"
        title="Out of service"
        lead="Of devices that somebody works at."
        columns={withheldColumns}
        card={withheldCard}
        failed="The alarms out of service could not be loaded"
        empty={
          <Empty title="No alarms out of service">
            <p>The alarms of a device that is out of service stand here until it is back in service.</p>
          </Empty>
        }
      />
      <DevicesOutOfService />
    </div>
  )
}

const unshelveButton = (alarm: Alarm) => <UnshelveButton alarm={alarm} />

interface AlarmsInProps {
  readonly state: AlarmState
  readonly title: string
  readonly lead: string
  readonly columns: readonly Column<Alarm, typeof alarms.list>[]
  readonly card: (alarm: Alarm) => ReactNode
  readonly rowAction?: (alarm: Alarm) => ReactNode
  readonly failed: string
  readonly empty: ReactNode
}

const AlarmsIn = ({ state, title, lead, columns, rowAction, ...table }: AlarmsInProps) => (
  <section className="grid grid-cols-1 gap-3">
    <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
      <h2>{title}</h2>
      <p className="text-sm text-muted">{lead}</p>
    </header>
    <DataTable
      {...table}
      {...(rowAction && { rowAction })}
      name={`alarms-${state}`}
      label={`${title}: alarms`}
      noun={['alarm', 'alarms']}
      pages={useAlarmsIn(state, columns, `${state}-sort`)}
      rows={(answer) => answer.alarms}
      rowId={({ id }) => id}
      rowName={nameOf}
      columns={columns}
      to={({ id }) => `/alarms/${id}`}
      csv={`alarms-${state}.csv`}
    />
  </section>
)
