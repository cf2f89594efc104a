// Escalation policies as they are listed, edited and deleted.
import * as roles from '@gatehouse/contract/identity/roles'
import type { Permission } from '@gatehouse/contract/permissions'
import * as escalations from '@gatehouse/contract/safety/escalations'
import * as onCall from '@gatehouse/contract/safety/on-call'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'

const pages = [
  {
    path: '/policies',
    load: async () => (await import('./escalations-section.tsx')).EscalationsSection,
    permissions: [],
  },
]
const manager = uuid(20)
const nightDuty = uuid(30)

const aPolicy = (changes: Partial<escalations.EscalationPolicy> = {}): escalations.EscalationPolicy => ({
  id: uuid(10),
  name: 'Nights',
  steps: [
    {
      who: { everybody: true, roleIds: [], userIds: [], rotaIds: [] },
      channels: null,
      afterSeconds: 0,
    },
    {
      who: { everybody: false, roleIds: [manager], userIds: [], rotaIds: [nightDuty] },
      channels: ['in-app', 'email', 'push'],
      afterSeconds: 300,
    },
  ],
  repeatSeconds: 900,
  defaultFor: null,
  version: 3,
  changedAt: beganAt,
  changedBy: 'Ingrid Sørensen',
  rules: [],
  ...changes,
})

const opens = async (search = '', policies = [aPolicy()], permissions: readonly Permission[] = ['manage_alarms']) => {
  const browser = aBrowser()
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  browser.server.answers(escalations.list, { policies })
  browser.server.answers(roles.list, {
    roles: [{ _id: manager, name: 'Manager', permissions: [], description: '', system: true, people: 1 }],
  })
  browser.server.answers(onCall.candidates, { people: [{ id: uuid(40), name: 'Ada Byron' }] })
  browser.server.answers(onCall.list, {
    rotas: [
      {
        id: nightDuty,
        name: 'Night duty',
        userIds: [uuid(40)],
        people: [{ id: uuid(40), name: 'Ada Byron' }],
        handOverAt: '20:00',
        everyDays: 1,
        startsOn: '2026-11-01',
        now: null,
        until: null,
      },
    ],
  })
  await browser.open(`/policies${search}`, undefined, pages)
  await advance('500 ms')
  return browser
}
const dialog = () => within(screen.getByRole('dialog'))
const step = (number: number) => within(dialog().getByRole('region', { name: `Step ${number}` }))

test('each policy reads in plain words, with what follows it', async () => {
  await opens('', [aPolicy({ defaultFor: 'urgent', rules: [{ id: uuid(50), name: 'Gas leak' }] })])
  const shown = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(shown).toContain('At once: everybody who may acknowledge, as each has chosen')
  expect(shown).toContain('After 5 min: role Manager, on call Night duty, by e-mail and push')
  expect(shown).toContain('Then again after 15 min until somebody acknowledges')
  expect(screen.getByText('Critical and high alarms')).toBeDefined()
  expect(screen.getByText('1 rule: Gas leak')).toBeDefined()
  await expectAccessible({ within: screen.getByRole('region', { name: 'Escalation policies' }) })
})

test('nothing is there yet: the next step is offered to who may do it', async () => {
  await opens('', [])
  expect(screen.getByText('No escalation policy yet')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Add the first policy' })).toBeDefined()
})

test('who may look and not change has no buttons, and reads a policy in its sheet', async () => {
  await opens(`?policy=${uuid(10)}`, undefined, ['admin_access'])
  expect(screen.queryByRole('link', { name: 'Add policy' })).toBeNull()
  expect(dialog().getByText('At once: everybody who may acknowledge, as each has chosen')).toBeDefined()
  expect(dialog().queryByRole('button', { name: 'Save' })).toBeNull()
})

test('who may not look is asked for what is missing; what fails is asked for again', async () => {
  const first = await opens('', undefined, ['read_dashboard'])
  expect(screen.getByText('You may not see this')).toBeDefined()
  first.signedIn({ permissions: ['manage_alarms'] })
  first.server.refuses(escalations.list, 500, { message: 'The store is away.' })
  await first.open('/policies', undefined, pages)
  await advance('500 ms')
  expect(screen.getByText('The escalation policies could not be loaded')).toBeDefined()
  first.server.answers(escalations.list, { policies: [aPolicy()] })
  await first.user.click(screen.getByRole('button', { name: 'Retry' }))
  await advance('500 ms')
  expect(screen.getByRole('link', { name: 'Nights' })).toBeDefined()
})

test('a policy is added with its steps in the order that they were put into', async () => {
  const browser = await opens('?policy=new', [])
  const { user, server } = browser
  server.answers(escalations.create, { policy: aPolicy() })
  await fill(browser, dialog().getByLabelText(/^Name/), 'Nights')
  await user.click(dialog().getByRole('button', { name: 'Add a step' }))
  await user.click(dialog().getByRole('button', { name: 'Add policy' }))
  expect(step(2).getByText('Choose who is notified')).toBeDefined()
  expect(server.asked(escalations.create)).toEqual([])
  await user.click(step(2).getByRole('checkbox', { name: 'Night duty' }))
  await user.click(step(2).getByRole('button', { name: 'Chosen channels' }))
  await user.click(step(2).getByRole('checkbox', { name: 'Push' }))
  await fill(browser, step(2).getByLabelText('After the step before'), '2')
  await expectAccessible({ within: screen.getByRole('dialog') })
  await user.click(dialog().getByRole('button', { name: 'Move step 2 up' }))
  await user.click(dialog().getByRole('checkbox', { name: /^Begin again/ }))
  await user.click(dialog().getByRole('button', { name: 'Add policy' }))
  expect(server.asked(escalations.create)).toEqual([
    {
      name: 'Nights',
      steps: [
        {
          who: { everybody: false, roleIds: [], userIds: [], rotaIds: [nightDuty] },
          channels: ['in-app', 'email'],
          afterSeconds: 120,
        },
        { who: { everybody: true, roleIds: [], userIds: [], rotaIds: [] }, channels: null, afterSeconds: 0 },
      ],
      repeatSeconds: null,
    },
  ])
  await advance('500 ms')
  expect(browser.address()).toBe('/policies')
})

test('what the server refuses of a step stands at that step', async () => {
  const { user, server } = await opens(`?policy=${uuid(10)}`)
  server.refuses(escalations.update, 422, {
    details: [
      { field: 'steps.1.who.roleIds', message: 'This role is deleted' },
      { field: 'name', message: 'There is a policy of this name' },
    ],
  })
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(step(2).getByText('This role is deleted')).toBeDefined()
  expect(dialog().getByText('There is a policy of this name')).toBeDefined()
})

test('what somebody else changed meanwhile is shown, and what was typed stays and can replace it', async () => {
  const browser = await opens(`?policy=${uuid(10)}`)
  const { user, server } = browser
  const name = () => dialog().getByLabelText<HTMLInputElement>(/^Name/)
  await fill(browser, name(), 'Nights and weekends')
  server.refuses(escalations.update, 409, { code: 'CHANGED_MEANWHILE', message: 'Somebody else has changed it.' })
  server.answers(escalations.list, {
    policies: [aPolicy({ version: 4, name: 'Late nights', changedBy: 'Kwame Mensah', repeatSeconds: 1_800 })],
  })
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  await advance('500 ms')
  const notice = within(dialog().getByRole('alert', { name: 'Changed by somebody else' }))
  expect(notice.getByText('Kwame Mensah changed this policy')).toBeDefined()
  expect(notice.getByText('Then again after 30 min until somebody acknowledges')).toBeDefined()
  expect(dialog().getByText('Somebody else has changed it.')).toBeDefined()
  expect(name().value).toBe('Nights and weekends')
  await user.click(notice.getByRole('button', { name: 'Replace it with mine' }))
  expect(screen.queryByRole('alert', { name: 'Changed by somebody else' })).toBeNull()
  server.answers(escalations.update, { policy: aPolicy({ version: 5 }) })
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  expect(server.asked(escalations.update).map(({ version, name: sent }) => [version, sent])).toEqual([
    [3, 'Nights and weekends'],
    [4, 'Nights and weekends'],
  ])
})

test('theirs can be loaded instead', async () => {
  const browser = await opens(`?policy=${uuid(10)}`)
  const { user, server } = browser
  await fill(browser, dialog().getByLabelText(/^Name/), 'Mine')
  server.refuses(escalations.update, 409, { code: 'CHANGED_MEANWHILE', message: 'Somebody else has changed it.' })
  server.answers(escalations.list, { policies: [aPolicy({ version: 4, name: 'Theirs' })] })
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  await advance('500 ms')
  await user.click(dialog().getByRole('button', { name: 'Load theirs' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Load theirs' }))
  await advance('500 ms')
  expect(dialog().getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Theirs')
})

test('a policy that others follow says why it is not deleted', async () => {
  const { user, server } = await opens(`?policy=${uuid(10)}`)
  server.refuses(escalations.remove, 409, { code: 'IN_USE', message: '2 rules follow this policy.' })
  await user.click(dialog().getByRole('button', { name: 'Delete the policy' }))
  const question = within(screen.getByRole('alertdialog', { name: 'Delete Nights?' }))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(question.getByText('2 rules follow this policy.')).toBeDefined()
  server.answers(escalations.remove, { success: true })
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await advance('500 ms')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('one that alarms follow by default offers no deleting', async () => {
  await opens(`?policy=${uuid(10)}`, [aPolicy({ defaultFor: 'others' })])
  expect(dialog().getByText('Medium and low alarms follow it by default, so it cannot be deleted.')).toBeDefined()
  expect(dialog().queryByRole('button', { name: 'Delete the policy' })).toBeNull()
})
