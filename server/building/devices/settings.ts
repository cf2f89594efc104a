// What the installer sets of a device beside what it announces of itself: a part of its config for each domain.
import { type Db, execute } from '../../db/pool.ts'

/** Replaces the settings of this name. */
export const changeSettings = (tx: Db, deviceId: string, name: string, settings: object): Promise<number> =>
  execute(tx)`
    update device set config = coalesce(config, '{}') || jsonb_build_object('settings',
      coalesce(config -> 'settings', '{}') || jsonb_build_object(${name}::text, ${JSON.stringify(settings)}::jsonb))
    where id = ${deviceId}
  `
