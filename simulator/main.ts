// The simulator as a process of its own: ends on SIGTERM, SIGINT, and with the parent that started it.
import './small-heap.ts'
import { readSettings, WrongSetting } from './settings.ts'
import { startSimulator } from './simulator.ts'

const main = async (): Promise<void> => {
  const simulator = await startSimulator(readSettings(process.env))
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= simulator.stop().then(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('disconnect', end)
}

main().catch((error: unknown) => {
  console.error(`simulator: ${error instanceof WrongSetting ? error.message : String(error)}`)
  process.exit(1)
})
