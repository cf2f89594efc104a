// The link of an alarm's e-mail: it shows, and only the press of its button acknowledges.
import * as alarms from '@gatehouse/contract/safety/alarms'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { announcedNow, textOf } from '../../kit/testing/announced.testing.ts'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { AlarmLinkPage } from './alarm-link-page.tsx'
import type { LinkedAlarm } from './use-alarm-link.ts'

const token = 'x'.repeat(43)
const pages = [{ path: '/alarm-link', load: async () => AlarmLinkPage }]

const aLinkedAlarm = (more: Partial<LinkedAlarm> = {}): LinkedAlarm => ({
  title: 'CO above high set point',
  severity: 'critical',
  device: 'Boiler room, detector 1',
  place: null,
  raisedAt: '2026-11-23T09:58:00.000Z',
  acknowledgedBy: null,
  isOpen: true,
  person: 'Kwame Mensah',
  ...more,
})

const opens = async (browser: ReturnType<typeof aBrowser>, search = `?token=${token}`) => {
  await browser.open(`/alarm-link${search}`, undefined, pages)
  await advance('1 s')
  return browser
}

const main = () => textOf(screen.getByRole('main'))
const button = () => screen.queryByRole('button', { name: 'Acknowledge' })
const signIn = () => screen.getByRole('main').querySelector('a')

test('opening the link shows the alarm and acknowledges nothing', async () => {
  const browser = aBrowser()
  browser.server.answers(alarms.linked, aLinkedAlarm())
  await opens(browser)
  expect(main()).toContain('Critical')
  expect(main()).toContain('CO above high set point')
  expect(main()).toContain('Boiler room, detector 1')
  expect(main()).toContain('Kwame Mensah')
  expect(button()).toBeTruthy()
  expect(browser.server.asked(alarms.linked)).toEqual([{ token }])
  await opens(browser)
  await advance('10 min')
  expect(browser.server.asked(alarms.acknowledgeLinked)).toEqual([])
  await expectAccessible()
})

test('one press acknowledges, once, and leads on to signing in', async () => {
  const browser = aBrowser()
  browser.server.answers(alarms.linked, aLinkedAlarm())
  browser.server.answers(alarms.acknowledgeLinked, { acknowledgedBy: 'Kwame Mensah' })
  const answer = browser.server.hangs(alarms.acknowledgeLinked)
  await opens(browser)
  await browser.user.click(screen.getByRole('button', { name: 'Acknowledge' }))
  await browser.user.click(screen.getByRole('button', { name: 'Acknowledging…' }))
  answer()
  await advance('1 s')
  expect(browser.server.asked(alarms.acknowledgeLinked)).toEqual([{ token }])
  expect(announcedNow()).toContain('Acknowledged by Kwame Mensah')
  expect(main()).toContain('CO above high set point')
  expect(button()).toBeNull()
  expect(signIn()?.getAttribute('href')).toBe('/signin')
  await expectAccessible()
})

test('an alarm that is acknowledged already says by whom, and offers no button', async () => {
  const browser = aBrowser()
  browser.server.answers(alarms.linked, aLinkedAlarm({ acknowledgedBy: 'Ada Lovelace', isOpen: false }))
  await opens(browser)
  expect(main()).toContain('Already acknowledged by Ada Lovelace')
  expect(button()).toBeNull()
  expect(signIn()?.textContent).toBe('Sign in')
})

test('a link that is used up while nobody has acknowledged leads to signing in', async () => {
  const browser = aBrowser()
  browser.server.answers(alarms.linked, aLinkedAlarm({ isOpen: false }))
  await opens(browser)
  expect(main()).toContain('This link has been used or has expired')
  expect(main()).toContain('Nobody has acknowledged the alarm. Sign in to see and acknowledge it.')
  expect(button()).toBeNull()
})

test.each(['', '?token=', '?token=cut-off', `?token=${'%20'.repeat(43)}`])(
  'a link that is not whole (%s) says what to do, and nobody is asked',
  async (search) => {
    const browser = await opens(aBrowser(), search)
    expect(main()).toContain('This link does not work')
    expect(main()).toContain('Sign in to see and acknowledge the alarm.')
    expect(signIn()?.getAttribute('href')).toBe('/signin')
    expect(browser.server.asked(alarms.linked)).toEqual([])
  },
)

test.each([400, 404, 410, 422])('a link that the server does not know (%i) says what to do', async (status) => {
  const browser = aBrowser()
  browser.server.refuses(alarms.linked, status)
  await opens(browser)
  expect(main()).toContain('This link does not work')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  await expectAccessible()
})

test('while it is loaded the page says so; a failure says so, and is tried again', async () => {
  const browser = aBrowser()
  browser.server.refuses(alarms.linked, 500, { message: 'The server is restarting.' })
  const answer = browser.server.hangs(alarms.linked)
  await opens(browser)
  expect(announcedNow()).toContain('Loading the alarm')
  answer()
  await advance('1 s')
  expect(announcedNow()).toContain('The alarm could not be loaded. The server is restarting.')
  browser.server.answers(alarms.linked, aLinkedAlarm())
  await browser.user.click(screen.getByRole('button', { name: 'Retry' }))
  await advance('1 s')
  expect(button()).toBeTruthy()
})

test('where acknowledging fails the page says so, and the button is there for another press', async () => {
  const browser = aBrowser()
  browser.server.answers(alarms.linked, aLinkedAlarm())
  await opens(browser)
  browser.server.goes('away')
  await browser.user.click(screen.getByRole('button', { name: 'Acknowledge' }))
  await advance('1 s')
  expect(screen.getByRole('alert').textContent).not.toBe('')
  browser.server.goes('back')
  browser.server.answers(alarms.acknowledgeLinked, { acknowledgedBy: 'Kwame Mensah' })
  await browser.user.click(screen.getByRole('button', { name: 'Acknowledge' }))
  await advance('1 s')
  expect(main()).toContain('Acknowledged by Kwame Mensah')
})

test('where somebody was quicker the page says who', async () => {
  const browser = aBrowser()
  browser.server.answers(alarms.linked, aLinkedAlarm())
  await opens(browser)
  browser.server.refuses(alarms.acknowledgeLinked, 400, { code: 'INVALID_TOKEN', message: 'This link is invalid.' })
  browser.server.answers(alarms.linked, aLinkedAlarm({ acknowledgedBy: 'Ada Lovelace', isOpen: false }))
  await browser.user.click(screen.getByRole('button', { name: 'Acknowledge' }))
  await advance('1 s')
  expect(main()).toContain('Already acknowledged by Ada Lovelace')
})

test('who is signed in goes on to the alarms', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['acknowledge_alarms'] })
  browser.server.hangsOtherwise()
  browser.server.answers(alarms.linked, aLinkedAlarm({ acknowledgedBy: 'Ada Lovelace', isOpen: false }))
  await opens(browser)
  expect(signIn()?.getAttribute('href')).toBe('/alarms')
})
