// The rules of gas that a company has before the update are its set points afterwards, as they are; whatever else was made of
// them stays a rule beside them, and what was deleted stays deleted.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { aCompany } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { addPresets, type Definition } from '../alarms/alarms.ts'
import { readState } from './state.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const definition = (
  measure: 'gas.CO' | 'gas.O2' | 'gas.H2S',
  value: number,
  more: Partial<Definition> = {},
): Definition => ({
  condition: {
    kind: 'threshold',
    measure,
    comparison: measure === 'gas.O2' ? 'below' : 'above',
    value,
    hysteresis: 1,
    onDelaySeconds: 5,
    offDelaySeconds: 30,
  },
  scope: { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] },
  suppressedBy: [],
  escalationId: null,
  latches: true,
  reasonAsked: true,
  checklist: ['As it was'],
  ...more,
})

test('values, versions and what was switched off stay; averages are added', async () => {
  const { pool, db } = database.store
  const company = await aCompany(pool)
  const before = async (preset: string, held: Definition, { version = 1, enabled = true, deleted = false } = {}) => {
    const id = uuid()
    await pool.query(
      `insert into alarm_rule (id, company_id, preset, version, enabled, deleted_at)
       values ($1, $2, $3, $4, $5, case when $6 then now() end)`,
      [id, company.id, preset, version, enabled, deleted],
    )
    for (let n = 1; n <= version; n++)
      await pool.query(
        `insert into alarm_rule_version (rule_id, version, name, severity, definition, created_at)
         values ($1, $2, 'As it was', 'high', $3, now())`,
        [id, n, JSON.stringify(held)],
      )
    return id
  }
  const low = await before('gas-CO-low', definition('gas.CO', 40), { version: 3 })
  const off = await before('gas-CO-high', definition('gas.CO', 90), { enabled: false })
  const deficiency = await before('gas-O2-low', definition('gas.O2', 19.5))
  const narrowed = { ...definition('gas.H2S', 10).scope, zoneIds: [uuid()] }
  const elsewhere = await before('gas-H2S-low', definition('gas.H2S', 10, { scope: narrowed }))
  await before('gas-H2S-high', definition('gas.H2S', 20), { deleted: true })
  const sql = await readFile(new URL('../../db/migrations/0060-set-points.sql', import.meta.url), 'utf8')
  const updates = sql.match(/^update [\s\S]*?;\n/gm) ?? []
  expect(updates).toHaveLength(2)
  for (const update of updates) await pool.query(update)
  await addPresets(db, company.id)
  const { areas, rules, additional } = await readState(db, company.id)
  const point = (ruleId: string) => rules.find((rule) => rule.ruleId === ruleId)
  expect(point(low)).toMatchObject({
    version: 3,
    enabled: true,
    condition: { value: 40, onDelaySeconds: 5 },
    slot: { areaId: null, channel: 'CO', stage: 'low' },
  })
  expect(point(off)).toMatchObject({ version: 1, enabled: false, slot: { channel: 'CO', stage: 'high' } })
  expect(point(deficiency)).toMatchObject({ slot: { channel: 'O2', stage: 'deficiency' } })
  expect(additional.map(({ ruleId }) => ruleId)).toEqual([elsewhere])
  const stagesOf = (channel: string) =>
    areas[0]?.points.flatMap((one) => (one.channel === channel ? [[one.stage, one.value, one.profile]] : []))
  expect(stagesOf('CO')).toEqual([
    ['low', 40, null],
    ['stel', 200, 'standard'],
    ['twa', 35, 'standard'],
  ])
  expect(stagesOf('H2S')).toEqual([
    ['stel', 15, 'standard'],
    ['twa', 10, 'standard'],
  ])
  const { rows } = await pool.query('select enabled from alarm_rule_version where rule_id = $1', [off])
  expect(rows).toEqual([{ enabled: false }])
})
