// Starts the products that most tests share, one for each worker, and prepares what has to grow old to be looked at.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FullConfig } from '@playwright/test'
import { createProduct, type Place, type Product } from './product.ts'
import { silence } from './simulator.ts'
import { openStore } from './store.ts'
import { connectGateway } from './wire.ts'

/** Where the tests find the shared products: handed on in the environment, as they run in other processes. */
export const placesVariable = 'GATEHOUSE_E2E_PLACES'

const web = join(import.meta.dirname, '..', 'web')

const setUp = async ({ workers }: FullConfig): Promise<() => Promise<void>> => {
  if (!existsSync(join(web, 'dist', 'index.html'))) buildWeb()
  const products: Product[] = []
  const removeAll = () => Promise.all(products.map((product) => product.remove()))
  try {
    while (products.length < workers) products.push(await createProduct())
    await Promise.all(products.map((product) => product.start()))
    await Promise.all(products.map(growOld))
  } catch (error) {
    await removeAll()
    throw error
  }
  const places = products.map(({ address, mqtt, dataDir }): Place => ({ address, mqtt, dataDir }))
  process.env[placesVariable] = JSON.stringify(places)
  return async () => {
    await removeAll()
    const failures = products.flatMap((product) => product.logged().split('\n').filter(isFailure))
    if (failures.length > 0) throw new Error(`The server logged errors during the tests:\n${failures.join('\n')}`)
  }
}

export default setUp

// silence.spec.ts looks at these a minute or more later.
const growOld = async (place: Place): Promise<void> => {
  const gateway = await connectGateway(place)
  await gateway.reading('gas-boiler', 'temperature', 41.5, 'degC')
  await gateway.end()
  await heardOf(place, 'gas-sump')
  await silence(place, 'gas-sump')
}

// What was never heard of is unknown, and does not fall silent.
const heardOf = async (place: Place, device: string): Promise<void> => {
  const store = openStore(place)
  const heard = 'select from device_status join device on id = device_id where key = $1 and online'
  for (const until = Date.now() + 60_000; (await store.query(heard, [device])).rowCount === 0; await setTimeout(100))
    if (Date.now() > until) throw new Error(`${device} is not heard`)
  await store.end()
}

const buildWeb = () => {
  const require = createRequire(join(web, 'package.json'))
  const vite = join(dirname(require.resolve('vite/package.json')), 'bin', 'vite.js')
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: web, stdio: 'inherit' })
}

// Pino's numbers: 50 is error, 60 fatal.
const isFailure = (line: string): boolean => /"level":(50|60)\b/.test(line)
