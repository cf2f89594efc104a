// What the rows of the list know of one another: which are chosen, and of which incident more than one is listed.
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { createContext, useContext } from 'react'
import { RowCheck } from '../../ui/primitives/row-check.tsx'
import { isWaiting } from './alarm-words.ts'
import { nameOf } from '../../kit/alarm-words.ts'
import { usePendingOf } from './acknowledgement/send-acknowledgements.ts'

export interface Listed {
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (id: string) => void
  /** Incidents of which several alarms are listed. */
  readonly shared: ReadonlySet<string>
}

const Rows = createContext<Listed>({ chosen: new Set(), onToggle: () => undefined, shared: new Set() })

export const ListedProvider = Rows.Provider

export const sharedOf = (rows: readonly Pick<Alarm, 'correlationId'>[]): ReadonlySet<string> => {
  const seen = new Set<string>()
  return new Set(
    rows.flatMap(({ correlationId }) => {
      if (seen.has(correlationId)) return [correlationId]
      seen.add(correlationId)
      return []
    }),
  )
}

export const ChooseAlarm = ({ alarm }: { readonly alarm: Alarm }) => {
  const { chosen, onToggle } = useContext(Rows)
  const pending = usePendingOf(alarm.id)
  if (!isWaiting(alarm) || pending?.refused === null) return null
  return (
    <RowCheck name={`Choose ${nameOf(alarm)}`} checked={chosen.has(alarm.id)} onToggle={() => onToggle(alarm.id)} />
  )
}

/** That it came first of the alarms of its incident that are listed. */
export const FirstMark = ({ alarm }: { readonly alarm: Alarm }) => {
  const { shared } = useContext(Rows)
  if (!alarm.isFirstOut || !shared.has(alarm.correlationId)) return null
  return (
    <span
      className="inline-block rounded border border-strong-line px-1 text-xs font-semibold"
      title="The first alarm of its incident"
    >
      First
    </span>
  )
}
