// npm run check: types, lint, format, boundaries, unit and domain tests, in under a minute.
import { bootstrap } from './bootstrap.mjs'
import { add, runStatic, runUnits, summary } from './stages.mjs'

const node = await bootstrap()
const tally = add(await runStatic(node), await runUnits(node, process.argv.slice(2)))
console.log(summary(tally))
process.exitCode = tally.failed > 0 ? 1 : 0
