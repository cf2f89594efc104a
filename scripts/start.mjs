// npm start: installs and builds what changed, then runs Gatehouse until it is told to stop.
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { lean, leanEnv } from './lean.mjs'
import { supervise } from './supervise.mjs'
import { buildWeb } from './web.mjs'

const node = await bootstrap()
await buildWeb(node)
process.exitCode = await supervise([
  { program: node, args: [...lean, join(root, 'server', 'main.ts')], env: leanEnv() },
])
