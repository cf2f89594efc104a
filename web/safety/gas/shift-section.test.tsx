// The report of a shift, as it is printed.
import * as gas from '@gatehouse/contract/safety/gas'
import type { ShiftReport } from '@gatehouse/contract/safety/gas'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { aChannel } from './a-channel.testing.ts'

const from = '2026-11-23T02:00:00.000Z'
const point = { ruleId: uuid(70), of: 'value', comparison: 'above', severity: 'high', from, to: beganAt } as const

const report: ShiftReport = {
  madeAt: beganAt,
  madeBy: 'Ada',
  from,
  to: beganAt,
  channels: [
    {
      deviceId: uuid(3),
      name: 'Boiler',
      site: 'Tower',
      zone: 'Plant room',
      channel: 'CO',
      unit: 'ppm',
      lowest: 1,
      mean: 4.2,
      highest: 41,
      stel: { value: 30, isAtLeast: false },
      twa: { value: 4, isAtLeast: true },
      beyond: [{ ...point, stage: 'low', value: 35, minutes: 7 }],
      minutesWithoutData: 12,
      minutesWithFaults: 1,
      alarms: [
        {
          id: uuid(80),
          title: 'Carbon monoxide: low alarm',
          severity: 'high',
          value: 41,
          raisedAt: '2026-11-23T05:00:00.000Z',
          returnedAt: null,
          acknowledgedAt: '2026-11-23T05:01:00.000Z',
          acknowledgedBy: 'Ben',
        },
      ],
      service: [],
      outOfService: [],
    },
  ],
  changes: [
    { id: 'r/2', channel: 'CO', stage: 'low', value: 30, unit: 'ppm', at: from, by: 'Ada', reason: 'As asked' },
  ],
}

const opens = async (answer: ShiftReport, search = '') => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['view_gas_detection'] })
  browser.server.hangsOtherwise()
  browser.server.answers(gas.shiftReport, answer)
  browser.server.answers(gas.channels, { channels: [aChannel()] })
  await browser.open(`/gas-monitoring/shift${search}`)
  await advance('1 s')
  return browser
}
const paper = () => within(screen.getByRole('article', { name: 'Shift report as it is printed' }))

test('the report has what was measured, how long it was beyond, and who acknowledged; and is printed alone', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const { server, user } = await opens(report)
  expect(paper().getByText('at least 4.0 ppm')).toBeTruthy()
  expect(paper().getByText('12 min')).toBeTruthy()
  expect(paper().getByText('Low 35 ppm: 7 min')).toBeTruthy()
  expect(paper().getByText(/low alarm, acknowledged .* by Ben, not yet normal/)).toBeTruthy()
  expect(paper().getByText(/CO, Low, 30 ppm, by Ada: As asked/)).toBeTruthy()
  expect(paper().getByText(/It is not the certified detector/)).toBeTruthy()
  const [asked] = server.asked(gas.shiftReport)
  expect(Date.parse(asked?.to ?? '') - Date.parse(asked?.from ?? '')).toBe(8 * 3_600_000)
  expect(document.documentElement.hasAttribute('data-paper')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledTimes(1)
  await expectAccessible({ within: screen.getByRole('region', { name: 'Shift report' }) })
})

test('a shift of twelve hours of one zone is asked for by its address', async () => {
  const { server } = await opens(report, `?range=12h&zone=${uuid(50)}`)
  const asked = server.asked(gas.shiftReport).at(-1)
  expect(asked).toMatchObject({ zoneId: uuid(50) })
  expect(Date.parse(asked?.to ?? '') - Date.parse(asked?.from ?? '')).toBe(12 * 3_600_000)
})

test('without channels there is nothing to print', async () => {
  await opens({ ...report, channels: [] })
  expect(screen.getByText('No gas channels to report on')).toBeTruthy()
})
