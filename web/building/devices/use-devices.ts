// The devices the user may see, kept right by live events.
import * as devices from '@gatehouse/contract/building/devices'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'

export const useDevices = () => useQuery(queryOf(devices.list, {}))
