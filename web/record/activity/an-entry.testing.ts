// Entries of the activity log for tests: a changed role unless said otherwise.
import type { Entry } from '@gatehouse/contract/record/activity'
import { createNumbers } from '../../kit/testing/numbers.testing.ts'

const nextNumber = createNumbers()

export const anEntry = (differing: Partial<Entry> = {}): Entry => ({
  id: `01a1fd0c-2096-715e-aa47-${String(nextNumber()).padStart(12, '0')}`,
  at: '2026-11-22T09:00:00.000Z',
  userId: '01a1fd0c-2096-715e-aa47-35799673b790',
  actor: 'admin@gatehouse.example',
  onBehalfOf: null,
  action: 'roles.update',
  subject: 'Night guard',
  status: 200,
  outcome: 'done',
  input: {},
  before: null,
  after: null,
  reason: null,
  address: '10.0.0.7',
  correlationId: '01a1fd0c-2096-715e-aa47-35799673b791',
  seq: 7,
  ...differing,
})
