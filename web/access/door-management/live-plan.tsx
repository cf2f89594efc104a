// The live plan with every kind of device on it, for the pages that show one.
import * as plans from '@gatehouse/contract/building/plans'
import type { Placed } from '@gatehouse/contract/building/plans'
import Button from '@mui/material/Button'
import { Link, type To, useSearchParams } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { registerCorrections } from '../../kit/live/live-cache.ts'
import { channelId, gasSheet } from '../../safety/gas/gas-address.ts'
import { PlanView } from '../../building/plans/plan-view.tsx'
import { useLook } from './device-look.tsx'
import { planLive } from './plan.live.ts'

registerCorrections(planLive)

interface LivePlanProps {
  /** The sheet of a device; null: it has none here, and leads to its alarm, or to where it is shown in full. */
  readonly to?: (device: Placed) => To | null
}

const nowhere = () => null

/** Where a device of a kind that pages of doors have no sheet for is shown in full. */
const pageOf = ({ id, kind, latest: [first] }: Placed): To | null => {
  switch (kind) {
    case 'actuator':
      return { pathname: '/gas-monitoring/actuators', search: `?actuator=${id}` }
    case 'gas':
      return first ? { pathname: '/gas-monitoring', search: `?${gasSheet}=${channelId({ id }, first)}` } : null
    case 'counter':
      return { pathname: '/people-count/counters', search: `?counter=${id}` }
    default:
      return null
  }
}

/** Which floor is in the address, and which device to mark on it: `?floor=…&device=…`. */
export const LivePlan = ({ to = nowhere }: LivePlanProps) => {
  const [query] = useSearchParams()
  const look = useLook()
  return (
    <PlanView
      look={look}
      to={(device) => to(device) ?? look(device).alarm?.to ?? pageOf(device)}
      marked={query.get('device')}
      Action={ArrangeLink}
    />
  )
}

const ArrangeLink = ({ floorId }: { readonly floorId: string }) => (
  <Can op={plans.arrange}>
    <Button component={Link} to={`/door-management/plan?floor=${floorId}`} variant="outlined">
      Arrange this plan
    </Button>
  </Can>
)
