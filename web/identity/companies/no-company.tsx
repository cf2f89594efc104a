// Where a page is about one's company and there is none: how to come into one.
import Button from '@mui/material/Button'
import { Link } from 'react-router'
import { useHolds } from '../../kit/can.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { Empty } from '../../ui/feedback/states.tsx'

export const NoCompany = () => {
  const looksAfterAll = useHolds(['manage_companies'])
  return (
    <Card title="No company">
      <Empty title="You are in no company at the moment">
        {looksAfterAll ? (
          <>
            <p>Choose one of the installation’s companies and switch to it.</p>
            <Button component={Link} to="/companies" variant="outlined">
              Go to companies
            </Button>
          </>
        ) : (
          <>
            <p>Ask the one you work for: its managers decide, and you are notified by mail.</p>
            <Button component={Link} to="/user/register" variant="outlined">
              Join a company
            </Button>
          </>
        )}
      </Empty>
    </Card>
  )
}
