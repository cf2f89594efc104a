// Starts the one product that most tests share, and prepares what has to grow old before it can be looked at.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createProduct, type Place } from './product.ts'
import { silence } from './simulator.ts'
import { connectGateway } from './wire.ts'

/** Where the tests find the shared product: handed on in the environment, as they run in another process. */
export const placeVariable = 'GATEHOUSE_E2E_PLACE'

const web = join(import.meta.dirname, '..', 'web')

const setUp = async (): Promise<() => Promise<void>> => {
  if (!existsSync(join(web, 'dist', 'index.html'))) buildWeb()
  const product = await createProduct()
  try {
    await product.start()
    await growOld(product)
  } catch (error) {
    await product.remove()
    throw error
  }
  const { address, mqtt, dataDir } = product
  process.env[placeVariable] = JSON.stringify({ address, mqtt, dataDir } satisfies Place)
  return async () => {
    await product.remove()
    const failures = product.logged().split('\n').filter(isFailure)
    if (failures.length > 0) throw new Error(`The server logged errors during the tests:\n${failures.join('\n')}`)
  }
}

export default setUp

// silence.spec.ts looks at these a minute or more later.
const growOld = async (place: Place): Promise<void> => {
  const gateway = await connectGateway(place)
  await gateway.reading('gas-boiler', 'temperature', 41.5, 'degC')
  await gateway.end()
  await silence(place, 'gas-sump')
}

const buildWeb = () => {
  const require = createRequire(join(web, 'package.json'))
  const vite = join(dirname(require.resolve('vite/package.json')), 'bin', 'vite.js')
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: web, stdio: 'inherit' })
}

// Pino's numbers: 50 is error, 60 fatal.
const isFailure = (line: string): boolean => /"level":(50|60)\b/.test(line)
