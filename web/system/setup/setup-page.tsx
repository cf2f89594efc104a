// The checklist on its own page, where it stays after it was hidden on the dashboard.
import * as setup from '@gatehouse/contract/system/setup'
import { call } from '../../kit/data/api.ts'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { Checklist } from './checklist.tsx'
import { useSetUp } from './use-set-up.ts'

export const SetUpPage = () => {
  const query = useSetUp()
  const hidden = query.data?.hidden === true && !query.data.demo
  return (
    <>
      <PageHeader
        title="Set-up checklist"
        lead="First steps of the company"
        action={
          hidden && (
            <CallButton
              variant="outlined"
              run={() => call(setup.change, { hidden: false })}
              failed="The checklist could not be shown"
            >
              Show on the dashboard
            </CallButton>
          )
        }
      />
      <Card title="Checklist">
        <View op={setup.read} query={query} rows={7} failed="The checklist could not be loaded">
          {(data) => <Checklist data={data} />}
        </View>
      </Card>
    </>
  )
}
