// What has to be asked again when a webhook or what was sent to it changed.
import { deliveries, list } from '@gatehouse/contract/messages/webhooks'
import { keyOf } from '../../kit/live/live-cache.ts'
import { queryClient } from '../../kit/data/queries.ts'

export const webhooksChanged = (): Promise<unknown> =>
  Promise.all([list, deliveries].map((op) => queryClient().invalidateQueries({ queryKey: keyOf(op) })))
