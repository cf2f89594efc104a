// The checklist on the dashboard of a company that is being set up; nothing once it was put away.
import * as setup from '@gatehouse/contract/system/setup'
import { call } from '../../kit/data/api.ts'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { Checklist } from './checklist.tsx'
import { useSetUp } from './use-set-up.ts'

export const SetUpCard = () => {
  const { data } = useSetUp()
  if (!data || data.demo || data.hidden) return null
  const open = data.steps.filter(({ state }) => state === 'open').length
  return (
    <Card
      title="Set up your building"
      note={open === 0 ? 'Complete' : `${data.steps.length - open} of ${data.steps.length} steps`}
      action={
        open === 0 && (
          <CallButton
            variant="text"
            run={() => call(setup.change, { hidden: true })}
            failed="The checklist could not be put away"
          >
            Hide the checklist
          </CallButton>
        )
      }
    >
      <Checklist data={data} />
    </Card>
  )
}
