// npm test: everything that must hold, from an empty clone to one closing line that adds it all up.
import { bootstrap } from './bootstrap.mjs'
import { findChromium, findMosquitto } from './programs.mjs'
import { withinBudget } from './budget.mjs'
import { add, conclude, nothing, runChaos, runPlaywright, runStatic, runUnits, runWeights } from './stages.mjs'
import { tryBuildWeb } from './web.mjs'

const node = await bootstrap()
const chromium = await findChromium(node)
const mosquitto = await findMosquitto()
if (mosquitto) process.env.GATEHOUSE_MOSQUITTO = mosquitto

const withoutChromium = `There is no Chromium here, and none could be installed. Install one (Debian: apt-get install
chromium; elsewhere: npx playwright install chromium), or set GATEHOUSE_CHROMIUM to its path.`

// Types and lint fill what the units leave of the machine; what is killed at any moment has all of it, as browsers have.
const beside = await Promise.all([
  withinBudget('units', () => runUnits(node)),
  withinBudget('static', () => runStatic(node, { modest: true })),
])
let tally = beside.reduce(add)
tally = add(tally, await withinBudget('chaos', () => runChaos(node)))
tally = add(tally, await withinBudget('browser', endToEnd))
process.exitCode = conclude(tally)

async function endToEnd() {
  if (!(await tryBuildWeb(node)))
    return { ...nothing, failures: [{ test: 'end to end', why: 'The web could not be built: see above.' }] }
  const weights = await runWeights(node)
  if (!chromium) return add(weights, { ...nothing, failures: [{ test: 'end to end', why: withoutChromium }] })
  return add(weights, await runPlaywright(node, { GATEHOUSE_CHROMIUM: chromium }))
}
