// What was logged by hand stands in the list by the answer to it, with no live connection at all.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { call } from '../../kit/data/api.ts'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { aLog } from './a-log.testing.ts'

test('a log that was created is appended without the telemetry connection', async () => {
  // Without a layout every list has no height, and draws no row.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800)
  const { server, open, signedIn } = aBrowser()
  signedIn({ permissions: ['read_entry_exit_report', 'create_entry'] })
  server.hangsOtherwise()
  const log = aLog({
    id: uuid(3),
    userId: uuid(1),
    doorId: uuid(2),
    person: 'Grace Hopper',
    source: 'manual',
    correlationId: uuid(4),
    timestamp: beganAt,
    serverTime: beganAt,
  })
  server.answers(entryExit.logs, { logs: [], next: null })
  server.answers(entryExit.record, { log })
  await open('/entry-exit/report')
  await advance('1 s')
  expect(screen.queryByText('Grace Hopper')).toBeNull()
  await call(entryExit.record, { userId: uuid(1), doorId: uuid(2), type: 'entry', timestamp: beganAt })
  await advance('1 s')
  expect(screen.getAllByText('Grace Hopper')).not.toEqual([])
  expect(server.asked(entryExit.logs)).toHaveLength(1)
})
