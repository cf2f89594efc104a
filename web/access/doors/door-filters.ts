// The filters of the doors' list, as they stand in the URL.
import type { Input } from '@gatehouse/contract/operation'
import type * as doors from '@gatehouse/contract/access/doors'
import { filledOf } from '../../kit/filled.ts'
import type { UrlFilters } from '../../ui/tables/url-filters.ts'

export interface DoorFilters {
  readonly q: string
  readonly siteId: string
  readonly floorId: string
  readonly attention: boolean
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const idIn = (value: string) => (uuid.test(value) ? value : '')

export const filtersIn = ({ get }: Pick<UrlFilters, 'get'>): DoorFilters => ({
  q: get('q').slice(0, 100),
  siteId: idIn(get('site')),
  floorId: idIn(get('floor')),
  attention: get('attention') === 'true',
})

export const countFilters = (filters: DoorFilters): number => Object.values(filters).filter(Boolean).length

export const inputOf = ({ attention, ...filters }: DoorFilters): Input<typeof doors.list> => ({
  ...filledOf({ ...filters, attention: attention ? 'true' : '' }),
})
