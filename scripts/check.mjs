// npm run check: types, lint, format, boundaries, unit and domain tests, in under a minute.
import { bootstrap } from './bootstrap.mjs'
import { add, conclude, runStatic, runUnits } from './stages.mjs'

const node = await bootstrap()
const tally = add(await runStatic(node), await runUnits(node, process.argv.slice(2)))
process.exitCode = conclude(tally)
