// What a counter said last, to those who may not see single persons: in fives, and hidden below that.
import type { Device } from '@gatehouse/contract/building/devices'
import { shownPeople } from '@gatehouse/contract/safety/small-numbers'
import { type Caller, can } from '../../kit/http/caller.ts'

export const shownDevice = <D extends Pick<Device, 'kind' | 'latest'>>(caller: Caller, device: D): D => {
  if (device.kind !== 'counter' || can(caller, 'view_people_count_detail')) return device
  const shown = (value: Device['latest'][number]['value']) =>
    typeof value === 'number' ? shownPeople(value, false) : value
  return { ...device, latest: device.latest.map((one) => ({ ...one, value: shown(one.value) })) }
}
