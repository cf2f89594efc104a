// Every actuator by its id, live, for pages that show devices of all kinds.
import * as actuators from '@gatehouse/contract/safety/actuators'
import type { Actuator } from '@gatehouse/contract/safety/actuators'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { useReadAgain } from '../../kit/live/use-read-again.ts'

/** Empty for who may not see them. */
export const useActuators = (): ReadonlyMap<string, Actuator> => {
  const enabled = useMissing(actuators.list).length === 0
  const { data } = useQuery({ ...queryOf(actuators.list, {}), enabled })
  // The steps of a command are no change of the actuator itself.
  useReadAgain(keyOf(actuators.list), actuators.commanded, () => enabled)
  return useMemo(() => new Map(data?.actuators.map((actuator) => [actuator.id, actuator])), [data])
}
