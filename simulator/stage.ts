// Runs scenarios: several at once, each until its last timer has fired or somebody ends it.
import type { Building } from './building.ts'
import { correlationOf, isScenario, NotPlayable, type Scenario, scenarios } from './scenarios.ts'

export interface Running {
  readonly name: string
  readonly correlationId: string
  end(): void
}

export interface StageManager {
  /** Throws NotPlayable or a ZodError. */
  play(name: string, options: unknown): Running
  running(): readonly Running[]
  endAll(): void
}

export const createStage = (buildings: readonly Building[]): StageManager => {
  const running = new Set<Running>()

  const start = (name: string, scenario: Scenario, building: Building, options: Record<string, unknown>): Running => {
    const timers = new Set<NodeJS.Timeout>()
    const repeats: NodeJS.Timeout[] = []
    const rights: (() => void)[] = []
    const correlationId = correlationOf(name)
    const run: Running = {
      name,
      correlationId,
      end: () => {
        if (!running.delete(run)) return
        for (const timer of [...timers, ...repeats]) clearTimeout(timer)
        for (const right of rights) right()
      },
    }
    running.add(run)
    try {
      scenario.play(
        {
          building,
          correlationId,
          after: (seconds, what) => {
            const timer = setTimeout(() => {
              timers.delete(timer)
              what()
              if (timers.size === 0) run.end()
            }, seconds * 1000)
            timers.add(timer)
          },
          every: (seconds, what) => {
            repeats.push(setInterval(what, seconds * 1000))
          },
          finally: (what) => {
            rights.push(what)
          },
        },
        options,
      )
    } catch (error) {
      run.end()
      throw error
    }
    return run
  }

  return {
    play: (name, given) => {
      if (!isScenario(name)) throw new NotPlayable(`${name} is none of ${Object.keys(scenarios).join(', ')}`)
      const scenario: Scenario = scenarios[name]
      const options = scenario.options.parse(given)
      let refused: unknown
      // The building that has the device takes part: the first that can.
      for (const building of buildings) {
        try {
          return start(name, scenario, building, options)
        } catch (error) {
          if (!(error instanceof NotPlayable)) throw error
          refused ??= error
        }
      }
      throw refused
    },
    running: () => [...running],
    endAll: () => {
      for (const run of running) run.end()
    },
  }
}
