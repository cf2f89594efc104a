// Who had acknowledged the alarm of a door before alarms had rules is not asked again: it is stored before the columns go.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompany, aDevice } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('the acknowledgement of a door in alarm is stored with its incident; of one that is over, none', async () => {
  const { pool } = database.store
  const company = await aCompany(pool)
  const doors = [
    await aDevice(pool, company, 'door'),
    await aDevice(pool, company, 'door'),
    await aDevice(pool, company, 'door'),
  ]
  const sql = await readFile(new URL('../../db/migrations/0049-alarms.sql', import.meta.url), 'utf8')
  const [, storing] = /(create table door_acknowledged .*?;\ninsert into door_acknowledged .*?;\n)/s.exec(sql) ?? []
  await pool.query(`drop table door_acknowledged;
    alter table door_state add acknowledged_at timestamptz, add acknowledged_by text, add acknowledged_note text`)
  await pool.query(
    `insert into door_state (device_id, mode, lock, contact, alarm, tamper, fault, at, received_at, correlation_id,
       incident_since, incident_over_at, acknowledged_at, acknowledged_by, acknowledged_note)
     select t.id, 'Locked', 'Locked', 'Open', t.alarm, 'NotInTamper', 'NotInFault', now(), now(), gen_random_uuid(), now(),
       null, t.at, t.by, t.note
     from (values ($1::uuid, 'DoorForcedOpen', now(), 'Gul Ahmed', 'Seen'), ($2::uuid, 'DoorForcedOpen', null, null, null),
       ($3::uuid, 'Normal', now(), 'Gul Ahmed', null)) as t (id, alarm, at, by, note)`,
    doors.map(({ id }) => id),
  )
  await pool.query(storing ?? '')
  const { rows } = await pool.query(
    `select a.device_id, a.by, a.note, a.correlation_id = s.correlation_id as same
     from door_acknowledged a join door_state s using (device_id)`,
  )
  expect(rows).toEqual([{ device_id: doors[0]?.id, by: 'Gul Ahmed', note: 'Seen', same: true }])
})
