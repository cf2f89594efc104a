// Access levels found by their names, by those who manage doors.
import * as access from '@gatehouse/contract/access/access'
import type { Level } from '@gatehouse/contract/access/access'
import { counted } from '../../kit/counted.ts'
import { call } from '../../kit/data/api.ts'
import type { Option } from './matching-options.ts'
import type { Finder } from './search-choice.tsx'

/** As many as a list answers at once; the others are found by their names. */
const most = 200

/** A level as it is offered: with how many doors it opens, and when. */
export const levelOption = ({ id, name, opens, schedule }: Level): Option => ({
  id,
  name,
  note: `${counted(opens, 'door')}, ${schedule?.name ?? 'always'}`,
})

export const levelFinder: Finder = {
  of: 'levels',
  find: async (q, signal) =>
    (await call(access.levels, { limit: most, ...(q ? { q } : {}) }, { signal })).levels.map(levelOption),
  one: async (levelId) => levelOption((await call(access.levelById, { levelId })).level),
}
