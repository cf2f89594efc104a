// The live plan of the desk: a door opens beside it.
import { useLocation, useParams } from 'react-router'
import { useDoorClosed } from '../door-management/door-closed.ts'
import { LivePlan } from '../door-management/live-plan.tsx'
import { later } from '../../ui/feedback/later.tsx'

const DoorSheet = later(async () => (await import('../door-management/door-sheet.tsx')).DoorSheet, 'over')

const home = '/doors/plan'

/** `/doors/plan` and `/doors/plan/{doorId}`. */
export const PlanTab = () => {
  const { '*': rest = '' } = useParams()
  const { search } = useLocation()
  const closed = useDoorClosed(home)
  const [, doorId] = rest.split('/')
  return (
    <>
      <LivePlan to={({ id, kind }) => (kind === 'door' ? { pathname: `${home}/${id}`, search } : null)} />
      {doorId && <DoorSheet key={doorId} id={doorId} closed={closed} />}
    </>
  )
}
