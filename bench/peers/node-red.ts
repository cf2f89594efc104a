// The peer for ingest: Node-RED, MQTT in -> function -> PostgreSQL, with the batching that its users would write.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { type Account, type Broker, startBroker } from '../broker.ts'
import { runHome } from '../cache.ts'
import { type Cluster, run } from '../cluster.ts'
import { installPeer } from './peers.ts'
import { type Running, serverCpu, start, until } from '../kit/processes.ts'

export interface NodeRed {
  readonly name: string
  readonly broker: Broker
  readonly running: Running
  readonly url: string
  stop(): Promise<void>
}

/** A row per message, or what its join node has gathered: 500 messages or a tenth of a second. */
export type Batching = 'single' | 'joined'

const reader: Account = { username: 'node-red', password: 'reads everything' }
const ready = 'the flow is ready'

export const startNodeRed = async (
  cluster: Cluster,
  devices: readonly Account[],
  batching: Batching,
): Promise<NodeRed> => {
  const peer = installPeer('node-red')
  const url = await cluster.create('node_red')
  await run(url, table)
  const broker = await startBroker(devices, reader)
  const home = join(runHome(), 'node-red')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  const port = await freePort()
  writeFileSync(join(home, 'settings.js'), settings(port, home, join(peer.folder, 'node_modules/pg')))
  writeFileSync(join(home, 'flows.json'), JSON.stringify(flow(broker.port, url, batching)))
  writeFileSync(
    join(home, 'flows_cred.json'),
    JSON.stringify({ 'the-broker': { user: reader.username, password: reader.password } }),
  )
  const program = join(peer.folder, 'node_modules/node-red/red.js')
  const running = start(peer.node, [program, '--userDir', home, '--settings', join(home, 'settings.js')], {
    name: 'node-red',
    cwd: home,
    cpu: serverCpu,
  })
  await until(running, 60, async () => (await fetch(`http://127.0.0.1:${port}/ready`)).text().then((t) => t === ready))
  return {
    name: peer.name,
    broker,
    running,
    url,
    stop: async () => {
      await running.stop()
      await broker.running.stop()
    },
  }
}

/** The rows of ours that carry a reading, and the same promise that a repeat is stored once. */
const table = `
  create table reading (
    device text not null, message_id text not null, channel text not null, value double precision,
    unit text not null, quality text not null, at timestamptz not null, received_at timestamptz not null,
    primary key (device, message_id)
  );
  create index on reading (device, channel, at desc);`

const settings = (port: number, home: string, pg: string) => `module.exports = {
  uiPort: ${port}, uiHost: '127.0.0.1', userDir: ${JSON.stringify(home)}, flowFile: 'flows.json',
  credentialSecret: false, httpAdminRoot: false, disableEditor: true,
  functionGlobalContext: { pg: require(${JSON.stringify(pg)}) },
  logging: { console: { level: 'warn' } },
}
`

// A pool as the PostgreSQL nodes of its palette have, and one statement for one message or for many.
const begin = (url: string) => `
const pg = global.get('pg')
const pool = new pg.Pool({ connectionString: ${JSON.stringify(url)}, max: 10 })
context.set('store', async (rows) => {
  const column = (name) => rows.map((row) => row[name])
  try {
    await pool.query({
      name: 'store',
      text: \`insert into reading select d, i, c, v, u, q, a, now()
        from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::text[], $6::text[], $7::timestamptz[])
        as t (d, i, c, v, u, q, a) on conflict do nothing\`,
      values: ['device', 'id', 'channel', 'value', 'unit', 'quality', 'at'].map(column),
    })
  } catch (error) {
    node.error(error)
  }
})
`

const check = `
const r = msg.payload
if (typeof r.id !== 'string' || typeof r.channel !== 'string' || typeof r.unit !== 'string') return null
if (Number.isNaN(Date.parse(r.at)) || (r.value != null && typeof r.value !== 'number')) return null
msg.payload = { device: msg.topic.split('/')[2], id: r.id, channel: r.channel, value: r.value, unit: r.unit,
  quality: r.quality ?? 'good', at: r.at }
return msg
`

const store = `
const rows = Array.isArray(msg.payload) ? msg.payload : [msg.payload]
await context.get('store')(rows)
return null
`

const flow = (brokerPort: number, url: string, batching: Batching) => [
  { id: 'tab', type: 'tab', label: 'ingest' },
  {
    id: 'the-broker',
    type: 'mqtt-broker',
    broker: '127.0.0.1',
    port: String(brokerPort),
    clientid: 'node-red',
    protocolVersion: '4',
    keepalive: '60',
    cleansession: true,
    autoConnect: true,
  },
  {
    id: 'in',
    type: 'mqtt in',
    z: 'tab',
    topic: 'gatehouse/v1/+/reading',
    qos: '1',
    datatype: 'json',
    broker: 'the-broker',
    inputs: 0,
    wires: [['to-check']],
  },
  {
    id: 'to-check',
    type: 'function',
    z: 'tab',
    func: check,
    outputs: 1,
    wires: [[batching === 'joined' ? 'to-join' : 'to-store']],
  },
  {
    id: 'to-join',
    type: 'join',
    z: 'tab',
    mode: 'custom',
    build: 'array',
    property: 'payload',
    propertyType: 'msg',
    joiner: '',
    joinerType: 'str',
    accumulate: false,
    count: '500',
    timeout: '0.1',
    wires: [['to-store']],
  },
  { id: 'to-store', type: 'function', z: 'tab', func: store, initialize: begin(url), outputs: 0, wires: [] },
  { id: 'to-http', type: 'http in', z: 'tab', url: '/ready', method: 'get', wires: [['say']] },
  {
    id: 'say',
    type: 'function',
    z: 'tab',
    func: `msg.payload = '${ready}'\nreturn msg`,
    outputs: 1,
    wires: [['answer']],
  },
  { id: 'answer', type: 'http response', z: 'tab', wires: [] },
]
