// When an alarm was present, by its transitions: while its condition holds, and nobody has put it aside. Pure.
import type { Transition } from '@gatehouse/contract/safety/alarms'
import type { Presence } from './wanted.ts'

/** What begins or ends that an alarm is present. */
export const presenceTransitions = [
  'raised',
  'occurred',
  'returned',
  'shelved',
  'unshelved',
  'shelf-ended',
  'suppressed',
  'unsuppressed',
  'out-of-service',
  'in-service',
] as const satisfies readonly Transition['what'][]

export interface Turn {
  readonly what: (typeof presenceTransitions)[number]
  readonly at: Date
}

interface Standing {
  readonly isActive: boolean
  readonly isShelved: boolean
  readonly isSuppressed: boolean
  readonly isOutOfService: boolean
}

const after: Readonly<Record<Turn['what'], Partial<Standing>>> = {
  raised: { isActive: true },
  occurred: { isActive: true },
  returned: { isActive: false },
  shelved: { isShelved: true },
  unshelved: { isShelved: false },
  'shelf-ended': { isShelved: false },
  suppressed: { isSuppressed: true },
  unsuppressed: { isSuppressed: false },
  'out-of-service': { isOutOfService: true },
  'in-service': { isOutOfService: false },
}

/** Oldest first. What is raised and put aside in the same moment was never present. */
export const presenceOf = (turns: readonly Turn[]): Presence[] => {
  let standing: Standing = { isActive: false, isShelved: false, isSuppressed: false, isOutOfService: false }
  let since: Date | null = null
  const found: Presence[] = []
  for (const { what, at } of turns) {
    standing = { ...standing, ...after[what] }
    const isPresent = standing.isActive && !standing.isShelved && !standing.isSuppressed && !standing.isOutOfService
    if (isPresent) since ??= at
    else if (since) {
      const isHeldAtOnce = what !== 'returned' && at.getTime() === since.getTime()
      if (!isHeldAtOnce) found.push({ from: since, to: at < since ? since : at })
      since = null
    }
  }
  return since ? [...found, { from: since, to: null }] : found
}
