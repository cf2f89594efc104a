// npm run bench: installs what changed, builds the web that is measured, then measures. Arguments go to the bench.
import { join } from 'node:path'
import { bootstrap, root, run } from './bootstrap.mjs'
import { buildWeb } from './web.mjs'

const node = await bootstrap()
await buildWeb(node)
process.exitCode = await run(node, [join(root, 'bench', 'bench.ts'), ...process.argv.slice(2)])
