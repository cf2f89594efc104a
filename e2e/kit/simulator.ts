// The demo building's simulator, reached as its own control program reaches it, and frozen or killed as a process.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './product.ts'

interface Control {
  readonly url: string
  readonly token: string
  readonly pid: number
}

export const stage = async (place: Place, scenario: string, options: Record<string, unknown>): Promise<void> => {
  const { url, token } = await control(place)
  const response = await fetch(`${url}/scenarios/${scenario}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(options),
  })
  if (!response.ok) throw new Error(`${scenario} could not be staged: ${await response.text()}`)
}

export const killSimulator = async (place: Place): Promise<void> => signal(place, 'SIGKILL')

/** Its sockets stay open and nothing comes any more. Answers with how to go on. */
export const freezeSimulator = async (place: Place): Promise<() => void> => {
  const { pid } = await control(place)
  process.kill(pid, 'SIGSTOP')
  return () => void process.kill(pid, 'SIGCONT')
}

const signal = async (place: Place, name: NodeJS.Signals) => {
  const { pid } = await control(place)
  process.kill(pid, name)
}

// It tells where it is once it has started, which is a moment after the server is ready.
const control = async ({ dataDir }: Place): Promise<Control> => {
  const file = join(dataDir, 'demo', 'simulator.json')
  for (const until = Date.now() + 120_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch (error) {
      if (Date.now() > until) throw new Error('the simulator does not run', { cause: error })
    }
  }
}
