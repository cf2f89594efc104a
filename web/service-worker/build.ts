// The build's part in safe updates: the service worker at /sw.js knows its build, and /build.json says what is served.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { tokensCss } from '../ui/theme/tokens.ts'

const file = 'sw.js'
const offlinePage = '\0offline-page'

export const deployment = (): Plugin => ({
  name: 'gatehouse-deployment',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  buildStart() {
    // One address for ever: browsers look there for the next one.
    this.emitFile({ type: 'chunk', id: join(import.meta.dirname, 'worker.ts'), fileName: file })
  },
  resolveId: (id) => (id === 'virtual:offline-page' ? offlinePage : null),
  load: (id) => {
    if (id !== offlinePage) return null
    const html = readFileSync(join(import.meta.dirname, 'offline.html'), 'utf8')
    return `export default ${JSON.stringify(html.replace('{{tokens}}', tokensCss()).replaceAll(/\n\s*/g, '\n'))}`
  },
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const worker = chunks.find(({ fileName }) => fileName === file)
    const entrances = chunks.filter(({ isEntry, fileName }) => isEntry && fileName !== file)
    const application = entrances.find(({ facadeModuleId }) => facadeModuleId?.endsWith('index.html'))
    if (!worker || !application) this.error('The service worker or the application is missing from the build')
    if (worker.imports.length > 0) this.error(`The service worker cannot import ${worker.imports.join()}`)
    const build = createHash('sha256')
      .update(Object.keys(bundle).sort().join())
      .update(worker.code)
      .update(publicFiles())
      .digest('hex')
      .slice(0, 12)
    worker.code = worker.code.replace('{{build}}', build).replace('{{entrance}}', application.fileName)
    const served = { build, entrances: entrances.map(({ fileName }) => `/${fileName}`) }
    this.emitFile({ type: 'asset', fileName: 'build.json', source: JSON.stringify(served) })
  },
})

// What is copied as it is has no hash in its name.
const publicFiles = (): string => {
  const folder = join(import.meta.dirname, '..', 'public')
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(
      ({ name }) =>
        name +
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
    )
    .sort()
    .join()
}
