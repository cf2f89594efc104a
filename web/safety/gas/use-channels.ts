// Every channel that one may see, as it is now.
import * as gas from '@gatehouse/contract/safety/gas'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { registerCorrections } from '../../kit/live/live-cache.ts'
import { channelsLive } from './channels.live.ts'

registerCorrections(channelsLive)

/** Asked for anew when a page is opened: a page without these corrections may have left it as it was. */
export const useChannels = () => useQuery({ ...queryOf(gas.channels, {}), refetchOnMount: 'always' })
