// The actuators of a demo building, at rest, and its cause and effect.
import type { World } from '@gatehouse/demo/world'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { insert } from './insert.sql.ts'
import type { Ids } from './world.sql.ts'

/** After the alarm rules. `from`: since when they are so; `to`: the present of the building. */
export const insertEffects = async (
  tx: pg.Client,
  world: World,
  ids: Ids,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> => {
  const now = new Date(to)
  await insert(
    tx,
    'actuator',
    ['device_id', 'purpose', 'longest_on_seconds', 'is_on', 'reported_at', 'received_at'],
    (world.actuators ?? []).map(({ key, purpose, longestOnSeconds = null }) => [
      ids.devices.get(key),
      purpose,
      longestOnSeconds,
      false,
      now,
      now,
    ]),
  )
  const manager = world.people.find(({ email }) => email === world.response?.manager)
  const known = (map: ReadonlyMap<string, string>, keys: readonly string[]) =>
    keys.map((key) => {
      const id = map.get(key)
      if (id === undefined) throw new Error(`${world.company} has no ${key}`)
      return id
    })
  await insert(
    tx,
    'effect',
    [
      'id',
      'company_id',
      'name',
      'enabled',
      'rule_ids',
      'site_ids',
      'zone_ids',
      'actuator_ids',
      'delay_seconds',
      'run_on_seconds',
      'version',
      'changed_at',
      'changed_by',
    ],
    (world.effects ?? []).map((effect) => [
      uuid(),
      ids.company,
      effect.name,
      true,
      known(ids.rules, effect.rules),
      [],
      known(ids.zones, effect.zones),
      known(ids.devices, effect.actuators),
      effect.delaySeconds,
      effect.runOnSeconds,
      1,
      new Date(from),
      manager ? `${manager.firstName} ${manager.lastName}` : null,
    ]),
  )
}
