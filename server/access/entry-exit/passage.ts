// What a passage is made of: where it leads, how somebody showed who they are, and telling the house of it.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Method } from '@gatehouse/contract/access/entry-exit'
import * as passes from '@gatehouse/contract/access/passes'
import type { Bus } from '../../kit/bus.ts'
import type { Sender } from '../../kit/recorders.ts'

/** Where somebody is who went through; null: outside. */
export const leadsTo = (door: Sender['door'], type: 'entry' | 'exit'): string | null =>
  (type === 'entry' ? door?.toZoneId : door?.fromZoneId) ?? null

const methods = ['card', 'pin', 'mobile', 'pass'] as const

/** How somebody showed who they are: by what the credential begins with. */
export const methodOf = (credential: string | null | undefined): Method =>
  methods.find((method) => credential?.startsWith(`${method}:`)) ?? 'other'

/** Tells the house of a log that is stored, or of what has been learnt of it. */
export const publishLogged = (bus: Bus, companyId: string, log: entryExit.Log): void => {
  bus.publish(entryExit.logged, companyId, log)
  bus.publish(entryExit.insideChanged, companyId, { at: log.serverTime })
  if (log.passId !== null) bus.publish(passes.altered, companyId, { at: log.serverTime })
}
