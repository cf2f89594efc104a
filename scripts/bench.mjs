// npm run bench: installs what changed, then measures. Arguments go to the bench.
import { join } from 'node:path'
import { bootstrap, root, run } from './bootstrap.mjs'

const node = await bootstrap()
process.exitCode = await run(node, [join(root, 'bench', 'bench.ts'), ...process.argv.slice(2)])
