// What credentials, times and terms are called.
import type { Credential, Terms } from '@gatehouse/contract/access/access'
import type { StateWord } from '../../ui/primitives/status-word.tsx'
import { formatOf, useTimeZone } from '../../kit/time.ts'
import { momentAt, wallTimeAt } from '../../ui/time/wall-time.ts'

type Kind = Credential['kind']

export const kindWords: Readonly<Record<Kind, string>> = {
  card: 'Card',
  pin: 'PIN',
  mobile: 'Phone',
  pass: 'Visitor pass',
}

/** `Card 0012345678`, `Duress PIN`, `Phone “Work phone”`. */
export const credentialName = ({ kind, number, duress, label }: Credential): string => {
  const what = duress ? 'Duress PIN' : kindWords[kind]
  return [what, number, label && `“${label}”`].filter(Boolean).join(' ')
}

export type Standing = StateWord

/** Whether a credential opens doors at this moment, and if not, why. */
export const standingOf = (credential: Credential, now: number): Standing => {
  const { state, from, to, revokedAt, waiting } = credential
  if (revokedAt !== null) return { state: 'offline', word: 'Revoked' }
  if (state === 'lost') return { state: 'high', word: 'Lost' }
  if (state === 'suspended') return { state: 'warning', word: 'Suspended' }
  if (waiting) return { state: 'information', word: 'Not set up yet' }
  if (from !== null && now < Date.parse(from)) return { state: 'information', word: 'Not valid yet' }
  if (to !== null && now >= Date.parse(to)) return { state: 'warning', word: 'Expired' }
  return { state: 'normal', word: 'Valid' }
}

/** Whether a person may open anything at this moment, as far as they themselves are concerned. */
export const standingOfPerson = ({ active, terms }: { active: boolean; terms: Terms }, now: number): Standing => {
  if (!active) return { state: 'warning', word: 'Account suspended' }
  if (terms.suspended) return { state: 'warning', word: 'Suspended' }
  if (terms.from !== null && now < Date.parse(terms.from)) return { state: 'information', word: 'Not begun' }
  if (terms.to !== null && now >= Date.parse(terms.to)) return { state: 'warning', word: 'Expired' }
  return { state: 'normal', word: 'Active' }
}

export const escortWords: Readonly<Record<Terms['escort'], string>> = {
  none: 'No escort needed',
  needed: 'Escort required',
  'may escort': 'May escort others',
}

/** `from … until …`; empty where there is no end to either side. */
export const periodText = (
  { from, to }: { readonly from: string | null; readonly to: string | null },
  show: (moment: string) => string,
): string => [from && `from ${show(from)}`, to && `until ${show(to)}`].filter(Boolean).join(' ')

/** `Sun, 22 Nov 2026, 08:00` at the site: passes and levels are not given by the second. */
export const momentText = (at: string, timeZone: string): string =>
  formatOf(timeZone, 'access', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at))

/** The same at the site of who looks. */
export const useMomentText = (): ((at: string) => string) => {
  const timeZone = useTimeZone()
  return (at) => momentText(at, timeZone)
}

/** `from … until …, since …` */
export const memberText = (
  { since, ...period }: { readonly from: string | null; readonly to: string | null; readonly since: string },
  show: (moment: string) => string,
): string => [periodText(period, show), `since ${show(since)}`].filter(Boolean).join(', ')

/** What a form's date and time means at the site; null when it was left empty. */
export const momentOf = (wallTime: string, timeZone: string): string | null =>
  wallTime === '' ? null : momentAt(wallTime, timeZone).toISOString()

/** And what a form shows of a moment. */
export const wallOf = (moment: string | null, timeZone: string): string =>
  moment === null ? '' : wallTimeAt(Date.parse(moment), timeZone)
