// Scenario: readings of devices while nobody in particular sends what is expensive to read. What they ask for is refused, and
// the acknowledgement of a reading hardly waits for it.
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, takeTurns } from './context.ts'
import { sendTo, startIngestGatehouse } from './ingest-gatehouse.ts'
import { atMost, medianOf, type Outcome, type Row, voided } from './kit/results.ts'

// As an attack had it: what one address may ask for within eight seconds, each the largest that was taken.
const bodies = 164
const withinMs = 8000
const bodyBytes = 1_000_000
const readingsPerSecond = 200

const calm = 'acknowledgement of a reading, calm'
const flooded = `the same beside ${bodies} bodies of 1 MB of nobody in 8 s`

export const flood = async (context: Context): Promise<Outcome> => {
  const { cluster, rounds, log } = context
  log('flood: preparing Gatehouse')
  const gatehouse = await startIngestGatehouse(cluster)
  const send = () => sendTo(gatehouse, { seconds: withinMs / 1000, rate: readingsPerSecond })
  const beside = async () => {
    const [sent, refused] = await Promise.all([send(), sendBodies(gatehouse.port)])
    if (refused < bodies) throw new Error(`${bodies - refused} of ${bodies} bodies were not refused`)
    return sent
  }
  log('flood: taking turns')
  const turns = await takeTurns(
    [
      { who: calm, go: send },
      { who: flooded, go: beside },
    ],
    rounds,
    ({ go }) => go(),
    1,
  )
  const rows = turns.map(({ subject: { who }, results }): Row => {
    if (!Array.isArray(results)) return voided('flood', who, results)
    return {
      scenario: 'flood',
      who,
      unit: 'ms, p99',
      rounds: results.map(({ p99 }) => p99),
      better: 'less',
      loader: results.map(({ loader }) => loader),
      note: `${readingsPerSecond} readings a second; every acknowledged id stored once; every body refused`,
    }
  })
  const times = medianOf(rows[1]) / medianOf(rows[0])
  return { rows, reach: [atMost('flood: p99 of the acknowledgement at most 3 times that of the calm', times, 3, 'x')] }
}

/** Says how many were refused: answered so, or cut off. */
const sendBodies = async (port: number): Promise<number> => {
  const names = Array.from({ length: bodyBytes / 10 }, (_, n) => `"${n}":0`).join(',')
  const body = `{${names}}`.slice(0, bodyBytes)
  const refusals: Promise<boolean>[] = []
  for (let n = 0; n < bodies; n++) {
    refusals.push(post(port, body))
    await sleep(withinMs / bodies)
  }
  return (await Promise.all(refusals)).filter((refused) => refused).length
}

const post = (port: number, body: string) =>
  new Promise<boolean>((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const asking = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/roles', agent: false, headers })
    asking.once('response', (response) => {
      response.resume()
      resolve((response.statusCode ?? 500) >= 400 && (response.statusCode ?? 500) < 500)
      asking.destroy()
    })
    asking.once('error', () => resolve(true))
    asking.end(body)
  })
