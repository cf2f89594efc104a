// npm run backup -- FILE, npm run restore -- FILE: a copy of everything, and a building got back from it.
import { join } from 'node:path'
import { bootstrap, root, run } from './bootstrap.mjs'

const node = await bootstrap()
process.exitCode = await run(node, [join(root, 'server', 'system', 'backup', 'command.ts'), ...process.argv.slice(2)])
