// npm test: everything that must hold, from an empty clone to one closing line that adds it all up.
import { bootstrap } from './bootstrap.mjs'
import { findChromium, findMosquitto } from './programs.mjs'
import { add, nothing, runChaos, runPlaywright, runStatic, runUnits, runWeights, summary } from './stages.mjs'
import { tryBuildWeb } from './web.mjs'

const node = await bootstrap()
const chromium = await findChromium(node)
const mosquitto = await findMosquitto()
if (mosquitto) process.env.GATEHOUSE_MOSQUITTO = mosquitto

let tally = await runUnits(node)
// What keeps times leaves half of the machine unused.
for (const part of await Promise.all([runChaos(node), runStatic(node, { modest: true })])) tally = add(tally, part)
tally = add(tally, await endToEnd())
console.log(`\n${summary(tally)}`)
process.exitCode = tally.failed > 0 ? 1 : 0

async function endToEnd() {
  if (!(await tryBuildWeb(node))) return { ...nothing, failed: 1 }
  const weights = await runWeights(node)
  if (!chromium) {
    console.log(
      'FAIL  end to end: there is no Chromium here, and none could be installed. Install one (Debian: apt-get',
    )
    console.log(
      '      install chromium; elsewhere: npx playwright install chromium), or set GATEHOUSE_CHROMIUM to its path.',
    )
    return add(weights, { ...nothing, failed: 1 })
  }
  return add(weights, await runPlaywright(node, { GATEHOUSE_CHROMIUM: chromium }))
}
