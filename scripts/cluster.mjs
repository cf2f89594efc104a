// npm run test:cluster: two nodes of the product on one store and one Redis, behind nginx.
import { bootstrap } from './bootstrap.mjs'
import { findBetweenNodes, findMosquitto } from './programs.mjs'
import { conclude, runCluster } from './stages.mjs'

const node = await bootstrap()
const between = await findBetweenNodes()
if (between) {
  Object.assign(process.env, { GATEHOUSE_REDIS: between.redis, GATEHOUSE_NGINX: between.nginx })
  const mosquitto = await findMosquitto()
  if (mosquitto) process.env.GATEHOUSE_MOSQUITTO = mosquitto
  const tally = await runCluster(node)
  process.exitCode = conclude(tally)
} else {
  console.log('There is no redis-server or no nginx here, and none could be installed: the test with several nodes is')
  console.log('skipped. Debian: apt-get install redis-server nginx.')
}
