// npm test: everything that must hold, from an empty clone to one closing line that adds it all up.
import { bootstrap } from './bootstrap.mjs'
import { findChromium, findMosquitto } from './programs.mjs'
import { add, conclude, nothing, runChaos, runPlaywright, runStatic, runUnits, runWeights } from './stages.mjs'
import { tryBuildWeb } from './web.mjs'

const node = await bootstrap()
const chromium = await findChromium(node)
const mosquitto = await findMosquitto()
if (mosquitto) process.env.GATEHOUSE_MOSQUITTO = mosquitto

const withoutChromium = `There is no Chromium here, and none could be installed. Install one (Debian: apt-get install
chromium; elsewhere: npx playwright install chromium), or set GATEHOUSE_CHROMIUM to its path.`

let tally = await runUnits(node)
// What keeps times leaves half of the machine unused.
for (const part of await Promise.all([runChaos(node), runStatic(node, { modest: true })])) tally = add(tally, part)
tally = add(tally, await endToEnd())
process.exitCode = conclude(tally)

async function endToEnd() {
  if (!(await tryBuildWeb(node)))
    return { ...nothing, failures: [{ test: 'end to end', why: 'The web could not be built: see above.' }] }
  const weights = await runWeights(node)
  if (!chromium) return add(weights, { ...nothing, failures: [{ test: 'end to end', why: withoutChromium }] })
  return add(weights, await runPlaywright(node, { GATEHOUSE_CHROMIUM: chromium }))
}
