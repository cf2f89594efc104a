// Starting a roll-call, or opening the one that somebody else has started meanwhile.
import * as contract from '@gatehouse/contract/access/muster'
import type { Input } from '@gatehouse/contract/operation'
import { call, isStatus } from '../../kit/data/api.ts'

/** The id of the roll-call that runs now: this one, or the one that was faster. */
export const begin = async (wanted: Input<typeof contract.start>): Promise<string> => {
  try {
    return (await call(contract.start, wanted)).muster.id
  } catch (error) {
    const other = isStatus(error, 409) ? error.details.find(({ field }) => field === 'musterId') : undefined
    if (!other) throw error
    return other.message
  }
}
