// An empty company meets its first steps on the dashboard, with the way to each, and no green word about nothing.
import * as devices from '@gatehouse/contract/building/devices'
import { allPermissions } from '@gatehouse/contract/permissions'
import * as setup from '@gatehouse/contract/system/setup'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt, passesUntil } from '../../kit/testing/fake-time.testing.ts'

const empty: setup.SetUp = {
  steps: setup.step.options.map((step) => ({ step, state: 'open' as const })),
  hidden: false,
  demo: false,
  mailServer: false,
  testMail: null,
}

const aNewCompany = async (first: Partial<setup.SetUp> = {}, address = '/dashboard', held = allPermissions) => {
  const browser = aBrowser()
  let data: setup.SetUp = { ...empty, ...first }
  browser.signedIn({ permissions: held })
  browser.server.hangsOtherwise()
  browser.server.answers(devices.list, () => ({ devices: [] }))
  browser.server.answers(setup.read, () => data)
  browser.server.answers(setup.change, ({ skipped, hidden }) => {
    const steps = data.steps.map(({ step, state }) => ({
      step,
      state: state === 'done' ? state : skipped?.includes(step) ? ('skipped' as const) : ('open' as const),
    }))
    data = { ...data, steps: skipped ? steps : data.steps, hidden: hidden ?? data.hidden }
    return data
  })
  browser.server.answers(setup.testMail, () => {
    data = { ...data, testMail: { to: 'ada@north.example', status: 'sent', error: null, at: beganAt } }
    return data
  })
  await browser.open(address)
  await advance('1 s')
  return browser
}

const card = () => within(screen.getByRole('region', { name: 'Set up your building' }))

test('every step leads to where it is done', async () => {
  await aNewCompany()
  expect(card().getByText('0 of 7 steps')).toBeTruthy()
  const links = card()
    .getAllByRole<HTMLAnchorElement>('link')
    .map(({ textContent, pathname, search }) => [textContent, pathname + search])
  expect(links).toEqual([
    ['Add a site', '/door-management/places?place=new-site'],
    ['Add a door', '/door-management/doors?do=add'],
    ['Add another device', '/settings/integrations/devices?add=new'],
    ['Add a person', '/staff?add=person'],
    ['Import people', '/door-management/people'],
    ['Add an access level', '/door-management/access-levels?level=new'],
    ['View doors', '/doors'],
    ['Invite a colleague', '/users?do=invite'],
  ])
})

test('without devices nothing is called well, and the cards say what is missing', async () => {
  await aNewCompany()
  const attention = within(screen.getByRole('region', { name: 'Needs attention' }))
  await passesUntil(() => attention.queryByText('No devices yet') !== null)
  await passesUntil(() => attention.queryByRole('link', { name: 'Add door' }) !== null)
  expect(attention.getByRole<HTMLAnchorElement>('link', { name: 'Add door' }).pathname).toBe('/door-management/doors')
  expect(screen.queryByText('Nothing needs attention')).toBeNull()
  expect(screen.queryByText('0 of 0 devices', { exact: false })).toBeNull()
  expect(
    within(screen.getByRole('region', { name: 'Gas' })).getByRole('link', { name: 'Add a gas detector' }),
  ).toBeTruthy()
})

test('steps are skipped and taken back; the list is put away once nothing is open', async () => {
  const steps = empty.steps.map(({ step }) => ({
    step,
    state: step === 'mail' ? ('open' as const) : ('done' as const),
  }))
  const { user } = await aNewCompany({ steps })
  expect(card().queryByRole('button', { name: 'Hide the checklist' })).toBeNull()
  await user.click(card().getByRole('button', { name: 'Skip: Mail' }))
  await advance('1 s')
  expect(card().getByRole('button', { name: 'Do not skip: Mail' })).toBeTruthy()
  await user.click(card().getByRole('button', { name: 'Hide the checklist' }))
  await advance('1 s')
  expect(screen.queryByRole('region', { name: 'Set up your building' })).toBeNull()
})

test('hidden on the dashboard, it is on its page and can be shown again', async () => {
  const { user, server } = await aNewCompany({ hidden: true }, '/setup')
  expect(screen.getByRole('heading', { name: 'Set-up checklist' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show on the dashboard' }))
  await advance('1 s')
  expect(server.asked(setup.change)).toEqual([{ hidden: false }])
  expect(screen.queryByRole('button', { name: 'Show on the dashboard' })).toBeNull()
})

test('a test mail says where it went, and what to set while there is no mail server', async () => {
  const { user } = await aNewCompany()
  expect(card().getByText('SMTP_URL')).toBeTruthy()
  await user.click(card().getByRole('button', { name: 'Send a test mail' }))
  await advance('1 s')
  expect(card().getByText('The test mail to ada@north.example is in the local mailbox.')).toBeTruthy()
})

test('a demonstration company is not set up', async () => {
  await aNewCompany({ demo: true })
  expect(screen.queryByRole('region', { name: 'Set up your building' })).toBeNull()
})
