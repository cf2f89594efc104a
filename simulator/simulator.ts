// The demo companies, live: devices, the plan of the day, patrols, scenarios.
import { readBookmark, writeBookmark } from './bookmark.ts'
import { startBuilding } from './building.ts'
import { startControl } from './control-server.ts'
import { startPatrol } from './patrol.ts'
import { startPlayer } from './player.ts'
import type { Settings } from './settings.ts'
import { createStage, type StageManager } from './stage.ts'

export interface Simulator {
  readonly stage: StageManager
  /** Says what is still unsaid, for a second at most; then every device is gone as if its power were cut. */
  stop(): Promise<void>
}

const bookmarkEvery = 30_000
const farewell = 1000

export const startSimulator = async (settings: Settings): Promise<Simulator> => {
  const { mqttUrl: url, credentials, seed, speed, folder } = settings
  const trouble = troubleTeller()
  const commanded = readBookmark(folder)
  const buildings = settings.worlds.map((world) => startBuilding({ world, url, credentials, trouble }))
  const players = buildings.map((building) =>
    startPlayer({ building, seed, speed, told: commanded[building.world.key] ?? null }),
  )
  const patrols = players.map((player) => startPatrol(player))
  const stage = createStage(buildings)
  const control = await startControl(folder, stage)

  const unset = () => buildings.some((b) => [...b.devices.values()].some((d) => d.pending() > 0))
  const remember = () => {
    if (speed === 1 && !unset())
      writeBookmark(folder, Object.fromEntries(players.map((p) => [p.building.world.key, p.told()])))
  }
  const bookmarks = setInterval(remember, bookmarkEvery)

  return {
    stage,
    stop: async () => {
      clearInterval(bookmarks)
      control.stop()
      stage.endAll()
      for (const patrol of patrols) patrol.stop()
      for (const player of players) player.stop()
      const until = Date.now() + farewell
      while (unset() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
      remember()
      for (const building of buildings) building.stop()
    },
  }
}

/** The same trouble of a thousand devices is one line a minute. */
const troubleTeller = () => {
  const last = new Map<string, number>()
  return (key: string, error: Error) => {
    const what = error.message || ('code' in error ? String(error.code) : error.name)
    if (Date.now() - (last.get(what) ?? 0) < 60_000) return
    last.set(what, Date.now())
    console.error(`simulator: ${key}: ${what}`)
  }
}
