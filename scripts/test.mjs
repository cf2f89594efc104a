// npm test: everything that must hold, from an empty clone to one closing line that adds it all up.
import { bootstrap } from './bootstrap.mjs'
import { findChromium, findMosquitto, findWholeChromium } from './programs.mjs'
import { withinBudget } from './budget.mjs'
import { add, conclude, nothing, runChaos, runPlaywright, runStatic, runUnits, runWeights } from './stages.mjs'
import { tryBuildWeb } from './web.mjs'

const node = await bootstrap()
const chromium = await findChromium(node)
const mosquitto = await findMosquitto()
if (mosquitto) process.env.GATEHOUSE_MOSQUITTO = mosquitto
const wholeChromium = chromium && (await findWholeChromium())
if (wholeChromium) process.env.GATEHOUSE_WHOLE_CHROMIUM = wholeChromium

const withoutChromium = `There is no Chromium here, and none could be installed. Install one (Debian: apt-get install
chromium; elsewhere: npx playwright install chromium), or set GATEHOUSE_CHROMIUM to its path.`

// Who waits for what was killed to come back leaves much of the machine: types, lint and the build of the web take that.
let tally = await withinBudget('units', () => runUnits(node))
const [chaos, checked, isBuilt] = await Promise.all([
  withinBudget('chaos', () => runChaos(node)),
  withinBudget('static', () => runStatic(node, { modest: true })),
  tryBuildWeb(node),
])
tally = [tally, chaos, checked].reduce(add)
tally = add(tally, await withinBudget('browser', endToEnd))
process.exitCode = conclude(tally)

async function endToEnd() {
  if (!isBuilt) return { ...nothing, failures: [{ test: 'end to end', why: 'The web could not be built: see above.' }] }
  const weights = await runWeights(node)
  if (!chromium) return add(weights, { ...nothing, failures: [{ test: 'end to end', why: withoutChromium }] })
  return add(weights, await runPlaywright(node, { GATEHOUSE_CHROMIUM: chromium }))
}
