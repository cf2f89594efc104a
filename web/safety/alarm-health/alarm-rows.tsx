// Where the alarms behind a figure are listed. The list has a permission of its own: without it there is no link.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { AlarmState, Severity } from '@gatehouse/contract/safety/alarms'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Can } from '../../kit/can.tsx'

/** Moments in UTC. */
export interface Period {
  readonly from: string
  readonly to: string
}

interface Rows extends Partial<Period> {
  readonly state?: AlarmState | 'any'
  readonly severity?: Severity
  readonly ruleId?: string
  readonly deviceId?: string | undefined
}

export const rowsAddress = ({ state = 'any', ...filters }: Rows): string => {
  const given = Object.entries({ state, ...filters }).filter(([, value]) => value !== undefined)
  return `/alarms?${new URLSearchParams(given)}`
}

export const alarmAddress = (id: string): string => `/alarms/${id}`

interface RowsLinkProps {
  readonly to: string
  readonly children: ReactNode
}

export const RowsLink = ({ to, children }: RowsLinkProps) => (
  <Can op={alarms.list} otherwise={children}>
    <Link to={to}>{children}</Link>
  </Can>
)

/** A link that is nothing but one: absent for those who may not list alarms. */
export const ShowRows = ({ to, children }: RowsLinkProps) => (
  <Can op={alarms.list}>
    <Link to={to}>{children}</Link>
  </Can>
)
