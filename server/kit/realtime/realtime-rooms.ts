// Who hears which fact: one room per company, permissions and group of equally labelled devices. A room means the same on
// every node, so that what one publishes another delivers.
import { happened } from '@gatehouse/contract/insight/events'
import { needsOf } from '@gatehouse/contract/operation'
import type { Permission } from '@gatehouse/contract/permissions'
import type { Fact } from '../bus.ts'
import type { Caller } from '../http/caller.ts'

/** What the sockets need of the devices. */
export interface Groups {
  /** Which group of equally labelled devices a device belongs to; null when it is unknown. */
  groupOf(deviceId: string): string | null
  /** The groups of the caller's company that no label hides from the caller. */
  groupsOf(caller: Caller): string[]
}

const everywhere = '*'

const room = (companyId: string, needs: readonly Permission[], group: string) =>
  `${companyId} ${needs.join('+')} ${group}`

export const roomFor = ({ event, companyId, payload }: Fact, groups: Groups): string | null => {
  const permission = typeof event.permission === 'function' ? event.permission(payload) : event.permission
  const needs = needsOf(permission, event.also)
  if (event.scope === 'company') return room(companyId, needs, everywhere)
  const deviceId = event.device?.(payload)
  // About no device: company-wide, as in lists.
  if (!deviceId) return room(companyId, needs, everywhere)
  const group = groups.groupOf(deviceId)
  return group === null ? null : room(companyId, needs, group)
}

/** The rooms of a caller, of those that facts asking for one of these sets of permissions go to. */
export const roomsOf = (caller: Caller, receives: readonly (readonly Permission[])[], groups: Groups): string[] => {
  const companyId = caller.companyId
  if (!companyId) return []
  const held = receives.filter((needs) => needs.every((permission) => caller.permissions.has(permission)))
  if (held.length === 0) return []
  const visible = [everywhere, ...groups.groupsOf(caller)]
  return held.flatMap((needs) => visible.map((group) => room(companyId, needs, group)))
}

/** Whether somebody rings at an intercom, or has stopped. */
export const isIntercomCall = ({ event, payload }: Fact): boolean =>
  event.name === happened.name &&
  typeof payload === 'object' &&
  payload !== null &&
  'type' in payload &&
  payload.type === 'intercom.call'
