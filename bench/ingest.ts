// Scenario: readings of a thousand detectors, each with its own credentials, by QoS 1 into durable rows.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, createField, takeTurns } from './context.ts'
import { prepareCopy } from './kit/copy.ts'
import { count } from './cluster.ts'
import { type IngestGatehouse, jobFor, sendTo, startIngestGatehouse } from './ingest-gatehouse.ts'
import { launch } from './load.ts'
import { type Report, report } from './mqtt-job.ts'
import { type Batching, type NodeRed, startNodeRed } from './peers/node-red.ts'
import { atLeast, medianOf, type Outcome, type Reach, type Row, voided } from './kit/results.ts'
import type { Device } from './world.ts'

const share = 0.7

interface Turn {
  readonly perSecond: number
  readonly p99?: number
  readonly loader?: number
}

interface Subject {
  readonly who: string
  readonly note: string
  turn(): Promise<Turn>
}

const ours = 'Gatehouse'
const limit = 'PostgreSQL alone, COPY'
const nodeRed = { joined: 'Node-RED, 500 a statement (join node)', single: 'Node-RED, a statement per message' }

export const ingest = async (context: Context): Promise<Outcome> => {
  const { cluster, quick, rounds } = context
  const field = createField<Subject>(context, 'ingest')
  const gatehouse = await startIngestGatehouse(cluster)
  const devices = gatehouse.detectors
  await field.add(ours, async () => [await gatehouseSubject(gatehouse, context)])
  for (const batching of ['joined', 'single'] as const)
    await field.add(nodeRed[batching], async () => [await nodeRedSubject(batching, devices, context)])
  await field.add(limit, async () => {
    const copy = await prepareCopy(cluster, quick ? 100_000 : 1_000_000)
    const note = 'the same rows and indices, one transaction, no MQTT: the limit'
    return [{ who: limit, note, turn: async () => ({ perSecond: await copy.once() }) }]
  })
  context.log('ingest: taking turns')
  const turns = await takeTurns(field.subjects, rounds, (subject) => subject.turn())
  const rows = turns.map(({ subject: { who, note }, results }): Row => {
    if (!Array.isArray(results)) return voided('ingest', who, results)
    const p99 = results.flatMap((r) => r.p99 ?? [])
    const loader = results.flatMap((r) => r.loader ?? [])
    const perSecond = results.map((r) => r.perSecond)
    return { scenario: 'ingest', who, unit: 'rows/s', rounds: perSecond, better: 'more', p99, loader, note }
  })
  const long = await longRun(gatehouse, quick ? 10 : 60)
  return { rows: [...rows.slice(0, 1), long, ...rows.slice(1), ...field.failed], reach: reachOf(rows, long) }
}

const gatehouseSubject = async (gatehouse: IngestGatehouse, { seconds }: Context): Promise<Subject> => {
  let most = 0
  return {
    who: ours,
    note: 'every acknowledged id stored once; latest values and rollups right; p99 of the acknowledgement at 70 % load',
    turn: async () => {
      const { perSecond, loader } = await sendTo(gatehouse, { seconds })
      most = most === 0 ? perSecond : (most + perSecond) / 2
      const steady = await sendTo(gatehouse, { seconds, rate: share * most })
      return { perSecond, p99: steady.p99, loader }
    },
  }
}

const longRun = async (gatehouse: IngestGatehouse, seconds: number): Promise<Row> => {
  const who = `${ours}, ${seconds} s on end`
  try {
    const { perSecond } = await sendTo(gatehouse, { seconds })
    return {
      scenario: 'ingest',
      who,
      unit: 'rows/s',
      rounds: [perSecond],
      better: 'more',
      note: 'checked in the same way',
    }
  } catch (error) {
    return voided('ingest', who, error)
  }
}

const nodeRedSubject = async (
  batching: Batching,
  devices: readonly Device[],
  { cluster, seconds }: Context,
): Promise<Subject> => {
  const peer = await startNodeRed(cluster, devices, batching)
  let perSecond = 2500
  return {
    who: nodeRed[batching],
    note: `${peer.name} behind ${peer.broker.name}; rows only: no latest value, no rollups, and acknowledged before stored`,
    turn: async () => {
      // As much as it will have stored in one round: it has no way to hold back whoever sends too much.
      const how = { messages: Math.round(perSecond * seconds) }
      const loader = await launch('mqtt-loader.ts', jobFor(peer.broker.port, devices, how), report)
      try {
        const measured = await loader.go()
        const stored = await untilStored(peer, measured)
        perSecond = measured.sent / stored
        return { perSecond, loader: measured.loaderCpu }
      } finally {
        await loader.stop()
      }
    },
  }
}

/** Seconds from the first publish until the last row could be read. */
const untilStored = async ({ url }: NodeRed, measured: Report): Promise<number> => {
  for (;;) {
    const rows = await count(url, 'select count(*) from reading where received_at >= $1', [
      new Date(measured.startedAt),
    ])
    const seconds = (Date.now() - measured.startedAt) / 1000
    if (rows === measured.sent) return seconds
    if (seconds > 180) throw new Error(`${measured.sent - rows} of ${measured.sent} messages were lost`)
    await sleep(50)
  }
}

const reachOf = (rows: readonly Row[], long: Row): Reach[] => {
  const rate = (who: string) => medianOf(rows.find((row) => row.who === who))
  return [
    atLeast(`ingest: ${long.who}, at least 15,000 rows/s`, medianOf(long), 15_000, 'rows/s'),
    atLeast('ingest: at least 3 x Node-RED with its join node', rate(ours) / rate(nodeRed.joined), 3, 'x'),
    atLeast('ingest: at least 3 x Node-RED with a statement per message', rate(ours) / rate(nodeRed.single), 3, 'x'),
    atLeast('ingest: share of what COPY alone stores', rate(ours) / rate(limit), 0.05, 'x'),
  ]
}
