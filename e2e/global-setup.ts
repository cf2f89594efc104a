// Starts the products that most tests share: one where nobody but the tests speaks, and one that runs the demo.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { buildGallery } from './gallery/gallery-site.ts'
import { createProduct, type Place, type Product } from './kit/product.ts'

/** Where the tests find the shared products: handed on in the environment, as they run in other processes. */
export const placesVariable = 'GATEHOUSE_E2E_PLACES'

const web = join(import.meta.dirname, '..', 'web')

export interface Places {
  /** Without the demo: nobody but the tests speaks there. */
  readonly plain: Place
  readonly demo: Place
}

const setUp = async (): Promise<() => Promise<void>> => {
  if (!existsSync(join(web, 'dist', 'index.html'))) buildWeb()
  const products: Product[] = []
  const started = async (settings: Readonly<Record<string, string>>): Promise<Place> => {
    const product = await createProduct()
    products.push(product)
    // A test's push service is on this machine.
    await product.start({ OUTBOUND_ALLOW: '127.0.0.1', ...settings })
    const { address, mqtt, dataDir } = product
    return { address, mqtt, dataDir }
  }
  const removeAll = () => Promise.all(products.map((product) => product.remove()))
  try {
    const [plain, demo] = await Promise.all([started({ DEMO: 'off' }), started({}), buildGallery()])
    const places: Places = { plain, demo }
    process.env[placesVariable] = JSON.stringify(places)
  } catch (error) {
    await removeAll()
    throw error
  }
  return async () => {
    await removeAll()
    const failures = products.flatMap((product) => product.logged().split('\n').filter(isFailure))
    if (failures.length > 0) throw new Error(`The server logged errors during the tests:\n${failures.join('\n')}`)
  }
}

export default setUp

const buildWeb = () => {
  const require = createRequire(join(web, 'package.json'))
  const vite = join(dirname(require.resolve('vite/package.json')), 'bin', 'vite.js')
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: web, stdio: 'inherit' })
}

// Pino's numbers: 50 is error, 60 fatal.
const isFailure = (line: string): boolean => /"level":(50|60)\b/.test(line)
