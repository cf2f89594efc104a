// Where something happens that may bring people out of the building: the roll-call that belongs to it, or beginning one.
import * as musters from '@gatehouse/contract/access/muster'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Can, useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'

interface RollCallOfferProps {
  /** Of the lockdown or the incident. */
  readonly correlationId: string
  /** What the roll-call would be for. */
  readonly reason: string
  /** It is over: none is begun for it any more. */
  readonly isOver?: boolean
}

const home = '/entry-exit/dashboard/muster'

export const RollCallOffer = ({ correlationId, reason, isOver = false }: RollCallOfferProps) => {
  const mayLook = useMissing(musters.list).length === 0
  const query = useQuery({ ...queryOf(musters.list, { correlationId, limit: 20 }), enabled: mayLook })
  // Unknown is not none: a second one is not offered before the first has been looked for.
  if (!query.data) return null
  const running = query.data.musters.find(({ endedAt }) => endedAt === null)
  if (running) return <RollCallLink isUnderWay to={`${home}/${running.id}`} />
  if (isOver) return null
  const start = new URLSearchParams({ start: 'new', for: correlationId, why: reason })
  return (
    <Can op={musters.start}>
      <RollCallLink to={`${home}?${start}`} />
    </Can>
  )
}

interface RollCallLinkProps {
  readonly to: string
  readonly isUnderWay?: boolean
}

export const RollCallLink = ({ to, isUnderWay = false }: RollCallLinkProps) => (
  <Button component={Link} to={to} variant="outlined">
    {isUnderWay ? 'Open the roll-call' : 'Start a roll-call'}
  </Button>
)
