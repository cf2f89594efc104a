// npm run mutations: seeds faults all over the product in a copy of it, one after the other; the suite has to find each.
import { join } from 'node:path'
import { bootstrap, root, run } from './bootstrap.mjs'

const node = await bootstrap()
process.exitCode = await run(node, [join(root, 'scripts', 'mutations', 'run.ts'), ...process.argv.slice(2)])
