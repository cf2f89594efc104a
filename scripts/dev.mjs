// npm run dev: the server, restarted on every change, and the web with hot reload, seeded and simulated.
import { join } from 'node:path'
import { bootstrap, programOf, root } from './bootstrap.mjs'
import { supervise } from './supervise.mjs'

const node = await bootstrap()
const web = join(root, 'web')
const { PORT = '3000', DEMO = 'on' } = process.env
process.exitCode = await supervise([
  { program: node, args: ['--watch', '--watch-preserve-output', join(root, 'server', 'main.ts')], env: { PORT, DEMO } },
  { program: node, args: [programOf('vite', web)], cwd: web, env: { GATEHOUSE_SERVER: `http://127.0.0.1:${PORT}` } },
])
