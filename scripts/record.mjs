// npm run record -- verify | checkpoints: the record, checked from the command line.
import { join } from 'node:path'
import { bootstrap, root, run } from './bootstrap.mjs'

const node = await bootstrap()
process.exitCode = await run(node, [join(root, 'server', 'record', 'activity', 'command.ts'), ...process.argv.slice(2)])
