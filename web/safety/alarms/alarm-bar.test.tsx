// The bar of alarms: the worst that nobody has acknowledged, how many more, and silence that ends by itself.
import { choose, mine, usualSound } from '@gatehouse/contract/messages/sound'
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { screen } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance, passesUntil } from '../../kit/testing/fake-time.testing.ts'
import type { Page } from '../../route-table.ts'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { isUrgent } from './alarm-words.ts'
import { acknowledgedBy, anAlarm, noCounts } from '../../kit/testing/an-alarm.testing.ts'

const gas = anAlarm(11, { severity: 'critical', title: 'CO critical' })
const forced = anAlarm(12, { title: 'Door forced open' })
const battery = anAlarm(13, { title: 'Battery low', severity: 'low' })

// The bar is part of what is around every page.
const Here = () => <PageHeader title="Here" />

const aParam = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined }
const aNode = () => ({
  gain: aParam,
  frequency: aParam,
  connect: (to: unknown) => to,
  start: () => undefined,
  stop: () => undefined,
})
const silentContext = function silentContext() {
  return { currentTime: 0, state: 'running', createOscillator: aNode, createGain: aNode }
}

const withBar = async (list: readonly Alarm[]) => {
  const browser = aBrowser({ width: 1440 })
  browser.signedIn({ permissions: ['acknowledge_alarms', 'manage_account'] })
  const { server } = browser
  server.hangsOtherwise()
  server.answers(mine, { sound: usualSound })
  server.answers(alarms.list, { alarms: [...list], next: null })
  server.answers(alarms.counts, {
    ...noCounts,
    byState: { ...noCounts.byState, unacknowledged: Math.max(list.length, 1) },
  })
  server.answers(alarms.acknowledge, ({ id }) => {
    const alarm = list.find((one) => one.id === id)
    if (!alarm) throw new Error('no such alarm')
    return { alarm: acknowledgedBy(alarm) }
  })
  const page: Page = { path: '/here', load: async () => Here, permissions: ['acknowledge_alarms'] }
  await browser.open('/here', undefined, [page])
  // The bar is loaded by itself.
  if (list.some(isUrgent)) await passesUntil(() => bar() !== null)
  return browser
}

const bar = () => screen.queryByTestId('alarm-bar')

test('the worst that nobody has acknowledged stands there, and how many more of the urgent', async () => {
  await withBar([gas, forced, battery])
  expect(bar()?.textContent).toMatch(/Critical.*CO critical.*Detector 11.*\+1 more/)
  expect(screen.getByRole('link', { name: 'View' }).getAttribute('href')).toBe('/alarms')
  await expectAccessible({ within: screen.getByTestId('alarm-bar'), stands: 'for a page' })
})

test('it goes when a person has acknowledged the last of them, and not before', async () => {
  const { user, server } = await withBar([gas])
  expect(screen.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/alarms/${gas.id}`)
  server.pushes(alarms.changed, {
    ...gas,
    state: 'returned-unacknowledged',
    returnedAt: '2026-11-23T10:00:00.000Z',
  })
  await advance('100 ms')
  expect(bar()?.textContent).toContain('returned, unacknowledged')
  server.hangs(alarms.list)
  await user.click(screen.getByRole('button', { name: /^Acknowledge/ }))
  await advance('100 ms')
  expect(server.asked(alarms.acknowledge)).toEqual([{ id: gas.id, lastAt: gas.lastAt }])
  expect(bar()).toBeNull()
})

test('it comes with the alarm that a live event brings; what is less than high never brings it', async () => {
  const { server } = await withBar([battery])
  expect(bar()).toBeNull()
  server.pushes(alarms.changed, forced)
  await advance('100 ms')
  expect(bar()?.textContent).toContain('Door forced open')
})

test('the title of the tab counts the urgent that nobody has acknowledged, on whichever page', async () => {
  const { user, server } = await withBar([gas, forced, battery])
  await advance('100 ms')
  expect(document.title).toBe('(2) Here · Gatehouse')
  server.hangs(alarms.list)
  await user.click(screen.getByRole('button', { name: /^Acknowledge/ }))
  await advance('100 ms')
  expect(document.title).toBe('(1) Here · Gatehouse')
  server.pushes(alarms.changed, acknowledgedBy(forced))
  await advance('100 ms')
  expect(document.title).toBe('Here · Gatehouse')
})

test('where the browser plays nothing before the first click the bar says so, and the click turns the sound on', async () => {
  const activation = { hasBeenActive: false }
  vi.stubGlobal('AudioContext', vi.fn(silentContext))
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: activation })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'userActivation'))
  const { user } = await withBar([gas])
  await advance('100 ms')
  expect(bar()?.textContent).toContain('No sound before the first click')
  expect(screen.queryByRole('button', { name: 'Mute for 10 min' })).toBeNull()
  await expectAccessible({ within: screen.getByTestId('alarm-bar'), stands: 'for a page' })
  activation.hasBeenActive = true
  await user.click(screen.getByRole('button', { name: 'Turn on sound' }))
  await advance('100 ms')
  expect(AudioContext).toHaveBeenCalledOnce()
  expect(bar()?.textContent).not.toContain('No sound')
  expect(screen.getByRole('button', { name: 'Mute for 10 min' })).toBeTruthy()
})

test('it does not change under the finger of whoever is about to press', async () => {
  const { user, server } = await withBar([forced])
  await user.hover(screen.getByRole('button', { name: /^Acknowledge/ }))
  server.pushes(alarms.changed, gas)
  await advance('100 ms')
  expect(bar()?.textContent).toMatch(/Door forced open.*\+1 more/)
  await advance('3 s')
  expect(bar()?.textContent).toContain('CO critical')
})

test('the tone sounds again and again until a person acknowledges, and not while muted', async () => {
  vi.stubGlobal('AudioContext', () => undefined)
  const request = (name: string, _: object, work: (lock: object) => Promise<void>) => work({ name })
  for (const [name, value] of Object.entries({ userActivation: { hasBeenActive: true }, locks: { request } })) {
    Object.defineProperty(navigator, name, { configurable: true, value })
    onTestFinished(() => void Reflect.deleteProperty(navigator, name))
  }
  const { user, server } = await withBar([gas])
  server.answers(mine, { sound: { ...usualSound, mutedUntil: '2026-11-23T11:00:00.000Z' } })
  const before = server.asked(mine).length
  await advance('60 s')
  const asked = server.asked(mine).length
  expect(asked - before).toBeGreaterThanOrEqual(3)
  server.answers(alarms.list, { alarms: [], next: null })
  await user.click(screen.getByRole('button', { name: /^Acknowledge/ }))
  await advance('1 s')
  const afterwards = server.asked(mine).length
  await advance('60 s')
  expect(server.asked(mine).length).toBe(afterwards)
})

test('one mute of ten minutes, which ends by itself', async () => {
  const { user, server } = await withBar([gas])
  server.answers(choose, (sound) => {
    server.answers(mine, { sound })
    return { sound }
  })
  await user.click(screen.getByRole('button', { name: 'Mute for 10 min' }))
  await advance('100 ms')
  const until = server.asked(choose)[0]?.mutedUntil ?? ''
  expect(Math.round((Date.parse(until) - Date.now()) / 60_000)).toBe(10)
  expect(screen.getByText(/Muted until \d\d:1\d:\d\d/)).toBeTruthy()
  await advance(10 * 60_000 + 2_000)
  expect(screen.getByRole('button', { name: 'Mute for 10 min' })).toBeTruthy()
})

test('whoever may not acknowledge alarms has no bar, and nothing is asked for them', async () => {
  const browser = aBrowser({ width: 1440 })
  browser.signedIn({ permissions: ['manage_account'] })
  browser.server.hangsOtherwise()
  await browser.open('/here', undefined, [{ path: '/here', load: async () => Here, permissions: ['manage_account'] }])
  expect(bar()).toBeNull()
  expect(browser.server.asked(alarms.list)).toEqual([])
})
