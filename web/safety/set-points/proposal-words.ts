// Proposed changes of set points in words.
import type { Proposal } from '@gatehouse/contract/safety/set-points'
import type { StateWord } from '../../ui/primitives/status-word.tsx'
import { profileTitle, slotTitle } from './set-point-words.ts'

/** What is to be changed: `Apply OSHA`. */
export const changeText = ({ change }: Pick<Proposal, 'change'>): string => {
  switch (change.kind) {
    case 'profile':
      return `Apply ${profileTitle(change.profile)}`
    case 'values':
      return `Change ${change.values.map(slotTitle).join(', ')}`
    case 'end-area':
      return 'End an area'
    case 'delete-rule':
      return 'Delete an alarm rule'
    default:
      return change.wanted ? 'Require a second person' : 'Stop requiring a second person'
  }
}

/** Where: the places that the caller sees. */
export const whereText = ({ change, places }: Pick<Proposal, 'change' | 'places'>): string => {
  if (places.length > 0) return places.map(({ name }) => name).join(', ')
  const isOfPlaces =
    change.kind === 'end-area' ||
    (change.kind === 'values' && change.areaId !== null) ||
    (change.kind === 'profile' && Object.values(change.at).some((ids) => ids.length > 0))
  return isOfPlaces ? 'Places that you may not see' : 'Whole company'
}

const states: Readonly<Record<Proposal['state'], StateWord>> = {
  pending: { state: 'warning', word: 'Pending' },
  approved: { state: 'normal', word: 'Approved' },
  rejected: { state: 'unknown', word: 'Rejected', icon: 'close' },
  withdrawn: { state: 'unknown', word: 'Withdrawn', icon: 'close' },
  expired: { state: 'stale', word: 'Expired' },
}

export const stateOf = ({ state, isOutdated }: Pick<Proposal, 'state' | 'isOutdated'>): StateWord =>
  isOutdated ? { state: 'stale', word: 'Outdated' } : states[state]
