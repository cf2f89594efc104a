// Alarm health: each figure against the guidance, with its rows a press away, in every state a view has.
import * as alarmHealth from '@gatehouse/contract/safety/alarm-health'
import { own, type Permission } from '@gatehouse/contract/permissions'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { textOf } from '../../kit/testing/announced.testing.ts'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { aHealth, aQuietHealth, forcedOpen, lobby } from './a-health.testing.ts'
import { AlarmHealthSection } from './alarm-health-section.tsx'

const Page = () => (
  <>
    <PageHeader title="Alarm health" />
    <AlarmHealthSection />
  </>
)

const path = '/alert-system/health'
const pages = [{ path, permissions: ['read_dashboard'] as const, load: async () => Page }]
const holding: readonly Permission[] = [...own, 'read_dashboard', 'manage_alarms', 'acknowledge_alarms']

const aHealthBrowser = (permissions = holding, size?: { width: number; height: number }) => {
  const browser = aBrowser(size)
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  return browser
}

const opens = async (browser: ReturnType<typeof aHealthBrowser>, search = '') => {
  await browser.open(path + search, undefined, pages)
  await advance('1 s')
  return browser
}

const card = (name: string) => within(screen.getByRole('region', { name }))
/** A list with its heading. */
const part = (name: string) => screen.getByRole('heading', { name }).closest('section') ?? document.body
const linkIn = (name: string, link: string | RegExp) =>
  card(name).getByRole('link', { name: link }).getAttribute('href')

test('each figure says whether it meets the guidance, and what that is', async () => {
  const browser = aHealthBrowser()
  browser.server.answers(alarmHealth.read, aHealth())
  await opens(browser)
  const words = (name: string) => textOf(screen.getByRole('region', { name }))
  expect(words('Alarms per day')).toBe(
    'Alarms per day200a day, 1400 in allAbove the guidanceGuidance: about 150 a day for one personView alarms',
  )
  expect(words('Peak')).toContain('42in 10 minutesAbove the guidanceGuidance: at most 10 in 10 minutes')
  expect(words('Time to acknowledge')).toContain('81 %within 60 sBelow the guidanceGuidance: 99 % within 60 s')
  expect(words('Time to acknowledge')).toContain('Median 35 s, 95 of 100 within 3 min 20 s')
  expect(words('Never acknowledged')).toContain('7alarmsAbove the guidance')
  expect(words('Floods')).toContain('0.3 %of the time in flood1 flood: above the guidance')
  expect(words('Priority distribution')).toContain('Critical10 % (at most 5 %)Above the guidance')
  expect(words('Priority distribution')).toContain('Low and medium80 % (at least 80 %)Meets the guidance')
  expect(textOf(part('Chattering alarms'))).toContain(
    'Above the guidanceGuidance: no alarm 5 times or more within an hour',
  )
  expect(textOf(part('Stale alarms'))).toContain('Above the guidance')
  await expectAccessible()
})

test('every figure opens its rows', async () => {
  const browser = aHealthBrowser()
  browser.server.answers(alarmHealth.read, aHealth())
  await opens(browser)
  const week = 'from=2026-11-16T10%3A00%3A00.000Z&to=2026-11-23T10%3A00%3A00.000Z'
  expect(linkIn('Alarms per day', 'View alarms')).toBe(`/alarms?state=any&${week}`)
  expect(linkIn('Peak', 'View alarms of the peak')).toBe(
    '/alarms?state=any&from=2026-11-22T08%3A10%3A00.000Z&to=2026-11-22T08%3A20%3A00.000Z',
  )
  expect(linkIn('Never acknowledged', 'View active')).toBe(`/alarms?state=unacknowledged&${week}`)
  expect(linkIn('Floods', /22 Nov/)).toContain('from=2026-11-22T08%3A00%3A00.000Z')
  const chattering = card('Chattering alarms')
  expect(chattering.getByRole('link', { name: 'Door forced open' }).getAttribute('href')).toBe(
    `/alarms?state=any&ruleId=${forcedOpen.rule.id}&deviceId=${lobby.id}&${week}`,
  )
  expect(chattering.getByRole('link', { name: /^Newest/ }).getAttribute('href')).toBe(`/alarms/${uuid(31)}`)
  const stale = card('Stale alarms')
  expect(stale.getByRole('link', { name: 'Offline' }).getAttribute('href')).toBe(`/alarms/${uuid(33)}`)
})

test('each chart has a table with the same numbers', async () => {
  const browser = aHealthBrowser()
  browser.server.answers(alarmHealth.read, aHealth())
  await opens(browser)
  const days = card('Alarms by day')
  expect(days.getByRole('img').getAttribute('aria-label')).toBe(
    '2 days, 1 of them above 150 alarms, most on Sun, 22 Nov 2026: 310',
  )
  await browser.user.click(days.getByRole('button', { name: 'Table' }))
  expect(days.getAllByRole('row').map(textOf)).toEqual(['DayAlarms', 'Sun, 22 Nov 2026310', 'Sat, 21 Nov 202690'])
  const priorities = card('Priority distribution')
  await browser.user.click(priorities.getByRole('button', { name: 'Table' }))
  expect(priorities.getAllByRole('row').map(textOf)).toEqual([
    'PriorityAlarmsShareGuidanceRating',
    'Low (700) and medium (420)112080 %at least 80 %Meets the guidance',
    'High14010 %at most 15 %Meets the guidance',
    'Critical14010 %at most 5 %Above the guidance',
  ])
  expect(priorities.getByRole('link', { name: 'Critical' }).getAttribute('href')).toContain('severity=critical')
  await expectAccessible()
})

test('the period is that of the address: a day, a week unless it says otherwise, or chosen moments', async () => {
  const browser = aHealthBrowser()
  browser.server.answers(alarmHealth.read, aHealth())
  await opens(browser, '?range=24h')
  expect(browser.server.asked(alarmHealth.read).at(-1)).toEqual({
    from: '2026-11-22T10:00:00.000Z',
    to: '2026-11-23T10:00:00.000Z',
  })
  await browser.user.click(screen.getByRole('button', { name: 'Last 24 hours' }))
  await browser.user.click(screen.getByRole('button', { name: 'Last 30 days' }))
  await advance('1 s')
  expect(browser.address()).toBe(`${path}?range=30d`)
  expect(browser.server.asked(alarmHealth.read).at(-1)?.from).toBe('2026-10-24T10:00:00.000Z')
  await opens(browser, '?from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z')
  expect(browser.server.asked(alarmHealth.read).at(-1)).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-02T00:00:00.000Z',
  })
})

test('it goes on with the clock by five minutes, without a skeleton in between', async () => {
  const browser = aHealthBrowser()
  browser.server.answers(alarmHealth.read, aHealth())
  await opens(browser)
  browser.server.hangs(alarmHealth.read)
  await advance('6 min')
  expect(browser.server.asked(alarmHealth.read).at(-1)?.to).toBe('2026-11-23T10:05:00.000Z')
  expect(card('Alarms per day').getByText('200')).toBeTruthy()
})

test('without alarms nothing is rated; what is stale since before is shown all the same', async () => {
  const browser = aHealthBrowser()
  browser.server.answers(alarmHealth.read, aQuietHealth())
  await opens(browser)
  expect(screen.getByText('No alarms in this period')).toBeTruthy()
  expect(document.body.textContent).not.toContain('the guidance')
  expect(screen.queryByRole('link', { name: 'View unacknowledged' })).toBeNull()
  browser.server.answers(
    alarmHealth.read,
    aQuietHealth({ stale: aHealth().stale, acknowledgement: { ...aQuietHealth().acknowledgement, never: 2 } }),
  )
  await opens(browser)
  expect(screen.getByText('No alarms in this period')).toBeTruthy()
  expect(textOf(part('Stale alarms'))).toContain('Above the guidance')
  expect(document.body.textContent).toContain('2 earlier alarms not acknowledged.')
  expect(screen.getByRole('link', { name: 'View unacknowledged' }).getAttribute('href')).toBe(
    '/alarms?state=unacknowledged',
  )
  await expectAccessible()
})

test('while it is loaded the page has its layout; a failure says so, and is tried again', async () => {
  const browser = aHealthBrowser()
  const answer = browser.server.hangs(alarmHealth.read)
  browser.server.refuses(alarmHealth.read, 500, { message: 'The store is busy.' })
  await opens(browser)
  expect(screen.getByText('Loading')).toBeTruthy()
  answer()
  await advance('1 s')
  expect(screen.getByRole('alert').textContent).toContain('Alarm health could not be loaded')
  browser.server.answers(alarmHealth.read, aHealth())
  await browser.user.click(screen.getByRole('button', { name: 'Retry' }))
  await advance('1 s')
  expect(card('Alarms per day').getByText('200')).toBeTruthy()
})

test('who may neither administer nor manage alarms is shown what is missing, and nothing is asked', async () => {
  const browser = await opens(aHealthBrowser([...own, 'read_dashboard', 'acknowledge_alarms']))
  expect(screen.getByText('You may not see this')).toBeTruthy()
  expect(browser.server.asked(alarmHealth.read)).toEqual([])
})

test('who may not list alarms has the figures without links', async () => {
  const browser = aHealthBrowser([...own, 'read_dashboard', 'manage_alarms'])
  browser.server.answers(alarmHealth.read, aHealth())
  await opens(browser)
  expect(card('Alarms per day').queryByRole('link')).toBeNull()
  expect(card('Chattering alarms').queryByRole('link')).toBeNull()
  expect(card('Floods').queryByRole('link')).toBeNull()
})

test('on a phone the lists are cards', async () => {
  const browser = aHealthBrowser(holding, { width: 390, height: 844 })
  browser.server.answers(alarmHealth.read, aHealth())
  await opens(browser)
  const worst = within(card('Ten worst').getByRole('list', { name: 'Ten worst' }))
  expect(worst.getAllByRole('listitem').map(textOf)[0]).toContain('Door forced openLobby40 times')
  await expectAccessible()
})
