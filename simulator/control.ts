// Stages a scenario in the running simulator: `node simulator/control.ts gas-leak --seconds 30 --data-dir .data`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { controlAddress, controlFile } from './control-server.ts'
import { scenarios } from './scenarios.ts'

const text = { type: 'string' } as const
const optionsOfScenarios = Object.fromEntries(
  Object.values(scenarios).flatMap(({ options }) => Object.keys(options.shape).map((name) => [name, text])),
)

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'data-dir': { ...text, default: process.env['DATA_DIR'] ?? join(import.meta.dirname, '..', '.data') },
      ...optionsOfScenarios,
    },
  })
  const { 'data-dir': dataDir, ...options } = values
  const { url, token } = addressIn(join(dataDir, 'demo'))
  const [name] = positionals
  const request =
    name === 'end'
      ? { path: '/scenarios', method: 'DELETE' }
      : name
        ? { path: `/scenarios/${name}`, method: 'POST', body: JSON.stringify(options) }
        : { path: '/scenarios', method: 'GET' }
  const response = await fetch(url + request.path, { ...request, headers: { authorization: `Bearer ${token}` } })
  console.log(JSON.stringify(await response.json(), null, 2))
  if (!response.ok) process.exitCode = 1
}

const addressIn = (folder: string) => {
  try {
    return controlAddress.parse(JSON.parse(readFileSync(controlFile(folder), 'utf8')))
  } catch {
    throw new Error(`no simulator runs with ${folder}: start Gatehouse in demo mode, or give --data-dir`)
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
