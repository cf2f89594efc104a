// The tabs of the tour, the address of each, and which one a key leads to.
import { indexAfter } from '../../kit/hands/arrow-keys.ts'

export const tabs = [
  { key: 'overview', name: 'Overview' },
  { key: 'doors', name: 'Doors' },
  { key: 'plan', name: 'Plan' },
  { key: 'gas', name: 'Gas' },
  { key: 'counting', name: 'People counting' },
  { key: 'access', name: 'Entry and exit' },
  { key: 'muster', name: 'Muster' },
  { key: 'record', name: 'Record' },
  { key: 'next', name: 'Next steps' },
] as const

export type Tab = (typeof tabs)[number]
export type TabKey = Tab['key']

const first = tabs[0]

/** By `?tab=`; the first one where it names none. */
export const tabIn = (search: string): Tab => {
  const asked = new URLSearchParams(search).get('tab')
  return tabs.find(({ key }) => key === asked) ?? first
}

/** The address of a tab, so that it can be shared. */
export const addressOf = ({ key }: Tab): string => (key === first.key ? '/dashboardtabs' : `/dashboardtabs?tab=${key}`)

/** After WAI-ARIA: arrows go round, Home and End to the ends; undefined: not a key of tabs. */
export const tabByKey = (current: Tab, key: string): Tab | undefined => {
  const place = indexAfter(key, tabs.indexOf(current), tabs.length, 'across')
  return place === null ? undefined : tabs[place]
}

/** Where the guide goes on; undefined at the end. */
export const tabAfter = (current: Tab): Tab | undefined => tabs[tabs.indexOf(current) + 1]
