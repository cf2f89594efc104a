// Where a page is about one's company and there is none: how to come into one.
import { useHolds } from '../kit/can.tsx'
import { Link } from 'react-router'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/states.tsx'
import { JoinCompany } from './join-company.tsx'

export const NoCompany = () => {
  const looksAfterAll = useHolds(['manage_companies'])
  if (!looksAfterAll) return <JoinCompany />
  return (
    <Card title="No company">
      <Empty title="You are in no company at the moment">
        <p>Choose one of the installation’s companies and switch to it.</p>
        <Link to="/companies">Go to all companies</Link>
      </Empty>
    </Card>
  )
}
