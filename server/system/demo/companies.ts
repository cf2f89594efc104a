// Which companies an installation is to show, and which of them are still to be made.
import type { World } from '@gatehouse/demo/world'
import { worlds } from '@gatehouse/demo/worlds'
import type pg from 'pg'
import type { Config } from '../../kit/config.ts'

/** The companies of demo mode, with people who sign in; and the one of the public tour. */
export const demoWorlds = worlds.filter((world) => !world.tour)
export const tourWorlds = worlds.filter((world) => world.tour)

/** The tour is part of the demo, and outside it for whoever wants to show the product. */
export const wantsTour = (config: Pick<Config, 'tour'>, demo: boolean): boolean => config.tour ?? demo

export const shownWorlds = (demo: boolean, tour: boolean): readonly World[] => [
  ...(demo ? demoWorlds : []),
  ...(tour ? tourWorlds : []),
]

/** Those not yet in the store. Demo companies may have been renamed: they are there together or not at all. */
export const missingWorlds = async (client: pg.Client, wanted: readonly World[]): Promise<readonly World[]> => {
  const { rows } = await client.query<{ demo: boolean | null; tour: boolean | null }>(
    'select bool_or(demo) as demo, bool_or(tour) as tour from company',
  )
  return wanted.filter((world) => !(world.tour ? rows[0]?.tour : rows[0]?.demo))
}
