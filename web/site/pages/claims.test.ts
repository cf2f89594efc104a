// What the public pages claim, held against the contract: what runs is there under its name, and what a page calls missing
// is missing. Whoever builds the page of live cameras fails here until the site no longer denies them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { liveEvents, operations } from '@gatehouse/contract/contract'
import * as domains from '@gatehouse/contract/domains'
import { pages } from '@gatehouse/contract/pages'
import { isPermission } from '@gatehouse/contract/permissions'
import { expect, test } from 'vitest'
import type { Claims } from '../sections/standing.tsx'
import * as about from './about-page.tsx'
import * as aiSolutions from './ai-solutions-page.tsx'
import * as cybersecurity from './cybersecurity-page.tsx'
import * as enterprise from './enterprise-solutions-page.tsx'
import * as home from './home-page.tsx'
import * as ios from './ios-design-page.tsx'
import * as iot from './iot-technologies-page.tsx'
import * as safety from './safety-automation-page.tsx'
import * as smartThings from './smart-things-page.tsx'
import * as integration from './system-integration-page.tsx'

const claiming: Readonly<Record<string, { readonly runs: Claims; readonly notYet: Claims }>> = {
  '/': home,
  '/about': about,
  '/products/ai-solutions': aiSolutions,
  '/products/cybersecurity': cybersecurity,
  '/products/enterprise-solutions': enterprise,
  '/products/ios-design': ios,
  '/products/iot-technologies': iot,
  '/products/safety-automation': safety,
  '/products/smart-things': smartThings,
  '/products/system-integration': integration,
}

const root = join(import.meta.dirname, '../../..')
const eventNames = new Set(liveEvents.map(({ name }) => name))
const named = new Set(pages.map(({ path }) => path))
const needed = new Set<string>([
  ...pages.flatMap(({ permissions = [] }) => permissions),
  ...[...operations.values()].flatMap(({ permission }) => permission),
])

/** By the form of the name: the address of a page, a file, an operation or event, a permission, or a domain. */
const isThere = (name: string, paths: ReadonlySet<string> = named): boolean => {
  if (name.startsWith('/')) return [...paths].some((path) => path === name || path.startsWith(`${name}/`))
  if (name.includes('/')) return existsSync(join(root, name)) || begins(name)
  if (name.includes('.')) return operations.has(name) || eventNames.has(name)
  return isPermission(name) ? needed.has(name) : name in domains
}

/** Whether a folder holds something whose name begins so: `devices/modbus` is there with `devices/modbus-registers.ts`. */
const begins = (name: string): boolean => {
  const folder = join(root, dirname(name))
  return existsSync(folder) && readdirSync(folder).some((file) => file.startsWith(basename(name)))
}

const lines = (which: 'runs' | 'notYet') =>
  Object.entries(claiming).flatMap(([page, claims]) =>
    Object.entries(claims[which]).map(([line, by]) => ({ page, line, by })),
  )

test.each(lines('runs'))('$page: “$line” runs', ({ by }) => {
  expect(by).not.toEqual([])
  expect(by.filter((name) => !isThere(name))).toEqual([])
})

test.each(lines('notYet'))('$page: “$line” is missing', ({ by }) => {
  expect(by).not.toEqual([])
  expect(by.filter((name) => isThere(name))).toEqual([])
})

test('a page of live cameras makes the claim that there is none untrue', () => {
  const denied = lines('notYet').filter(({ by }) => by.includes('/livecam'))
  expect(denied.length).toBeGreaterThan(1)
  for (const path of ['/livecam', '/livecam/*']) expect(isThere('/livecam', new Set([...named, path]))).toBe(true)
  expect(isThere('doors.unlock')).toBe(true)
  expect(isThere('devices/shelly')).toBe(true)
  expect(isThere('operate_doors')).toBe(true)
})

test('what is missing is listed, so that it is checked, and nowhere else promised', () => {
  const sources = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  const promising = sources.filter((name) =>
    /on the way[;:.]|is coming|not there yet|will follow|next version|next release/i.test(
      readFileSync(join(import.meta.dirname, name), 'utf8'),
    ),
  )
  expect(promising).toEqual([])
  const standing = sources.filter((name) =>
    /<(ProductPage|Standing)\b/.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  )
  expect(standing.length - 1, 'each page with a standing is in the list above').toBe(Object.keys(claiming).length)
})
