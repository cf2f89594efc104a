// Which channels are shown, by the address of the page.
import type { Channel } from '@gatehouse/contract/safety/gas'
import type { ChannelState } from '@gatehouse/contract/safety/gas-state'
import type { UrlFilters } from '../../ui/tables/url-filters.ts'
import { zoneKey } from './channel-states.ts'
import { gasSheet } from './gas-address.ts'

/** Of the address, and no filters. */
export const notFilters: readonly string[] = [gasSheet, 'range', 'from', 'to']

/** Of the filter by state: all that are not normal. */
export const notNormal = 'not-normal'

export const filterNames = ['site', 'zone', 'channel', 'state'] as const
export type NowFilters = Readonly<Record<(typeof filterNames)[number], string>>

export const filtersIn = ({ get }: Pick<UrlFilters, 'get'>): NowFilters => ({
  site: get('site'),
  zone: get('zone'),
  channel: get('channel'),
  state: get('state'),
})

export const countFilters = (filters: NowFilters): number => filterNames.filter((name) => filters[name] !== '').length

/** Whether a channel passes, in the state that it is in. */
export const passes = (filters: NowFilters, channel: Channel, state: ChannelState): boolean =>
  (filters.site === '' || channel.site === filters.site) &&
  (filters.zone === '' || zoneKey(channel) === filters.zone) &&
  (filters.channel === '' || channel.channel === filters.channel) &&
  (filters.state === '' || (filters.state === notNormal ? state !== 'normal' : state === filters.state))
