// The list of doors: who is in alarm, acknowledged in its row by mouse and by key.
import * as doors from '@gatehouse/contract/access/doors'
import type { Door } from '@gatehouse/contract/access/doors'
import * as alarms from '@gatehouse/contract/safety/alarms'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { anAlarm } from '../../kit/testing/an-alarm.testing.ts'
import { aDoor, aDoorState, aDoorAlarm } from './a-door.testing.ts'

const forced = aDoor(uuid(11), {
  name: 'Fire exit',
  state: { ...aDoorState({ alarm: 'DoorForcedOpen', contact: 'Open' }), contactSince: null },
  alarm: aDoorAlarm({ id: uuid(20) }),
})
const returned = aDoor(uuid(12), {
  name: 'Gate',
  state: { ...aDoorState(), contactSince: null },
  alarm: aDoorAlarm({ id: uuid(21), count: 3, returnedAt: '2026-11-21T12:01:00Z' }),
})
const calm = aDoor(uuid(13), { name: 'Archive', state: { ...aDoorState(), contactSince: null } })

const withDoors = async (permissions: readonly ('read_doors' | 'acknowledge_alarms' | 'operate_doors')[]) => {
  const browser = aBrowser({ width: 1440 })
  // Rows are drawn as far as there is room for them.
  for (const side of ['clientWidth', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600)
  const acknowledged: string[] = []
  browser.signedIn({ permissions })
  browser.server.hangsOtherwise()
  const known: readonly Door[] = [forced, returned, calm]
  browser.server.answers(doors.list, { doors: [...known], next: null, total: 3, needAttention: 2 })
  browser.server.answers(alarms.acknowledge, ({ id }) => {
    acknowledged.push(id)
    const by = { by: 'Ada Okafor', at: '2026-11-21T12:02:00Z', note: null }
    const isOver = id === returned.alarm?.id
    return {
      alarm: {
        ...anAlarm(1, isOver ? { state: 'cleared', cleared: { at: by.at, by: null, reason: null } } : {}),
        id,
        acknowledged: by,
      },
    }
  })
  await browser.open('/doors')
  return { ...browser, acknowledged }
}

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) })

test('a door whose alarm has returned says so and how often it came, and both wait for an acknowledgement', async () => {
  await withDoors(['read_doors', 'acknowledge_alarms'])
  expect(rowOf('Gate').textContent).toMatch(/Returned, unacknowledged.*Door forced open 3 times, last/)
  expect(screen.getAllByRole('button', { name: /^Acknowledge the alarm of/ })).toHaveLength(2)
  expect(rowOf('Fire exit').dataset).toMatchObject({ alarm: 'waits', state: 'critical' })
  expect(rowOf('Archive').dataset.alarm).toBeUndefined()
})

test('one press in the row acknowledges, the sheet stays closed, and the row says by whom', async () => {
  const { user, acknowledged, address } = await withDoors(['read_doors', 'acknowledge_alarms'])
  await user.click(within(rowOf('Fire exit')).getByRole('button', { name: 'Acknowledge the alarm of Fire exit' }))
  expect(acknowledged).toEqual([forced.alarm?.id])
  expect(address()).toBe('/doors')
})

test('A acknowledges the alarm of the row that has the focus', async () => {
  const { user, acknowledged } = await withDoors(['read_doors', 'acknowledge_alarms'])
  rowOf('Archive').focus()
  await user.keyboard('a')
  expect(acknowledged).toEqual([])
  rowOf('Gate').focus()
  await user.keyboard('a')
  expect(acknowledged).toEqual([returned.alarm?.id])
})

test('who may not acknowledge is offered nothing of the kind', async () => {
  await withDoors(['read_doors'])
  expect(rowOf('Gate').textContent).toContain('Returned, unacknowledged')
  expect(screen.queryByRole('button', { name: /^Acknowledge/ })).toBeNull()
})

test('the list is sorted by the head that is pressed, the other way by a second press, and in alarm first by a third', async () => {
  const { user, server, address } = await withDoors(['read_doors'])
  const heads = () => screen.getByRole('columnheader', { name: 'State' })
  for (const sort of ['state', '-state', undefined]) {
    await user.click(within(heads()).getByRole('button'))
    await vi.waitFor(() => expect(address()).toBe(sort === undefined ? '/doors' : `/doors?sort=${sort}`))
    expect(heads().getAttribute('aria-sort')).toBe(
      sort === undefined ? null : sort === 'state' ? 'ascending' : 'descending',
    )
  }
  expect(new Set(server.asked(doors.list).map(({ sort }) => sort))).toEqual(new Set([undefined, 'state', '-state']))
})
