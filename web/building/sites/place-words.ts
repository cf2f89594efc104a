// What a zone is for, in words.
import { zoneUses } from '@gatehouse/contract/building/sites'

type Use = keyof typeof zoneUses

export const isUse = (value: string): value is Use => Object.hasOwn(zoneUses, value)

export const wordOfUse = (use: string): string => (isUse(use) ? zoneUses[use] : use)

export const optionsOfUse = [
  { value: '', label: 'Not set' },
  ...Object.entries(zoneUses).map(([value, label]) => ({ value, label })),
]
