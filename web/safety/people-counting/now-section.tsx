// How many people are where now, and below it what each counter has counted today.
import * as devices from '@gatehouse/contract/building/devices'
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { View } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { OccupancyNow } from '../occupancy/occupancy-now.tsx'
import { Counters } from '../people-count/counters.tsx'

const refreshMs = 60_000

export const NowSection = () => {
  // The interval is for midnight, when today begins again without any event.
  const counts = useQuery({ ...queryOf(peopleCount.now, {}), refetchInterval: refreshMs })
  const list = useQuery(queryOf(devices.list, {}))
  const counters = list.data?.devices.filter(({ kind }) => kind === 'counter')
  return (
    <>
      <OccupancyNow />
      <Card title="People counters" note="today">
        <View
          op={peopleCount.now}
          query={list.isError ? { ...list, data: undefined } : { ...counts, data: counters && counts.data }}
          rows={4}
          failed="The counts could not be loaded"
        >
          {(answer) => <Counters counters={answer.counters} devices={counters ?? []} />}
        </View>
      </Card>
    </>
  )
}
