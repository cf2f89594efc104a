// Whatever comes in, on any of its doors: the program stands, nobody else notices, and what could be read is kept with
// its reason.
import { malformed } from '@gatehouse/devices/malformed.testing'
import mqtt, { type Packet } from 'mqtt-packet'
import { connect } from 'node:net'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type pg from 'pg'
import { type ADevice, aDevice } from '../testing/building.testing.ts'
import { connect as signIn } from '../building/ingest/ingest.testing.ts'
import { withoutPins } from '../building/ingest/withheld.ts'
import { startCallers } from './callers.testing.ts'
import { full, print } from './figures.testing.ts'
import { hello, sendRaw, wrongFrames, wrongPackets, wrongRequests } from './garbage.testing.ts'
import { expectNothingLost, reckon } from './ledger.testing.ts'
import { aBuilding, type Building, type Load, startLoad } from './load.testing.ts'
import { aProgram, type Program } from './program.testing.ts'

const messages = full ? 10_000 : 2000
const frames = full ? 10_000 : 1000
const packets = full ? 5000 : 300

let program: Program
let server: number
let db: pg.Pool
let building: Building
let load: Load
let bad: ADevice

beforeAll(async () => {
  program = await aProgram()
  await program.start()
  server = program.pid()
  db = program.store()
  building = await aBuilding(db, 2)
  bad = await aDevice(db, building.company, 'gas')
  // Whoever comes before the program has heard of them is turned away, and comes again.
  await (await signIn(`mqtt://127.0.0.1:${program.mqttPort}`, bad)).endAsync(true)
  load = startLoad(program, building, { rate: 300 })
  await load.more(200)
})
afterAll(async () => {
  load.close()
  await program.remove()
})

/** The program is the same one, and has noticed nothing that it would call a fault of its own. */
const expectUnmoved = async () => {
  expect(program.running() && program.pid()).toBe(server)
  const faults = program
    .output()
    .stderr.split('\n')
    .filter((line) => line !== '' && !/"level":[1-4]0,/.test(line))
  expect(faults).toEqual([])
  expect((await program.ask({ path: '/api/health' })).status).toBe(200)
  await load.more(50)
}

const random = seeded(20_261_121)

describe('the broker', () => {
  it(`keeps ${messages} malformed messages in quarantine, each with a reason`, async () => {
    const reported = [...malformed(messages, bad.key)]
    await publishAll(reported)
    const { rows } = await db.query<{ topic: string; payload: Buffer; reason: string }>(
      'select topic, payload, reason from quarantine where username = $1',
      [bad.key],
    )
    const stored = new Set(rows.map(({ topic, payload }) => `${topic} ${payload.toString('hex')}`))
    const missing = reported.filter(
      // PINs in clear are nobody's to read, in quarantine neither.
      ({ topic, payload }) =>
        !stored.has(`${topic} ${Buffer.from(withoutPins(payload.subarray(0, 65_536))).toString('hex')}`),
    )
    print('malformed messages', { said: reported.length, different: rows.length, missing: missing.length })
    expect(missing.map(({ way }) => way)).toEqual([])
    expect(rows.filter(({ reason }) => reason.trim() === '')).toEqual([])
    await expectUnmoved()
  }, 120_000)

  it(`outlives ${frames} conversations that went wrong`, async () => {
    const conversations = wrongFrames(frames, bad, random)
    const most = 200
    for (let i = 0; i < conversations.length; i += most) {
      await Promise.all(conversations.slice(i, i + most).map((reported) => sendRaw(program.mqttPort, reported, 300)))
    }
    await expectUnmoved()
  }, 300_000)
})

describe('HTTP', () => {
  it('answers every malformed request with a refusal, never with a fault', async () => {
    const requests = wrongRequests(building.apiKey)
    const answers = await Promise.all(requests.map((request) => sendRaw(program.port, [request], 700)))
    const statuses = answers.map((answer) => /^HTTP\/1\.1 (\d+)/.exec(answer.toString('latin1'))?.[1] ?? 'closed')
    const other = requests.flatMap((request, i) =>
      /^(closed|4\d\d)$/.test(statuses[i] ?? '') ? [] : [`${request.toString('latin1', 0, 200)}: ${statuses[i]}`],
    )
    expect(other).toEqual([])
    // And callers who hang up before they can have been heard.
    await Promise.all(requests.map((request, i) => sendRaw(program.port, [request], i % 5)))
    await expectUnmoved()
  }, 120_000)
})

describe('Socket.IO', () => {
  it(`outlives ${packets} packets of nonsense, signed in or not`, async () => {
    const callers = await startCallers(program, building)
    await callers.stop()
    for (const opening of ['', `40/telemetry,${JSON.stringify({ token: callers.token })}`]) {
      const reported = wrongPackets(random, packets)
      for (let i = 0; i < reported.length; i += 50) {
        await Promise.all(reported.slice(i, i + 50).map((packet) => sendOnSocket([opening, packet].filter(Boolean))))
      }
    }
    // A client as it should be still gets in.
    const socket = io(`http://127.0.0.1:${program.port}/telemetry`, {
      path: '/socket.io',
      auth: { token: callers.token },
    })
    await new Promise<void>((resolve, reject) => {
      socket.once('hello', () => resolve())
      socket.once('connect_error', reject)
    })
    socket.disconnect()
    await expectUnmoved()
  }, 300_000)
})

it('nobody else noticed any of it', async () => {
  await load.finish()
  const reckoning = await reckon(db, load)
  print('beside the garbage', { ...reckoning, memoryMb: Math.round(program.memory()) })
  expectNothingLost(reckoning)
  expect(load.senders.map((sender) => sender.connections())).toEqual(load.senders.map(() => 1))
}, 120_000)

/** Publishes at QoS 1 on one connection and resolves once each has been acknowledged. */
const publishAll = (reported: readonly { topic: string; payload: Buffer }[]) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ port: program.mqttPort, host: '127.0.0.1' })
    const parser = mqtt.parser({ protocolVersion: 4 })
    const waiting = new Set<number>()
    const receive = (packet: Packet) => {
      if (packet.cmd === 'connack') {
        for (const [i, { topic, payload }] of reported.entries()) {
          waiting.add(i + 1)
          socket.write(
            mqtt.generate({ cmd: 'publish', messageId: i + 1, topic, payload, qos: 1, dup: false, retain: false }),
          )
        }
      }
      if (packet.cmd === 'puback') waiting.delete(packet.messageId ?? 0)
      if (packet.cmd === 'puback' && waiting.size === 0) {
        socket.end()
        resolve()
      }
    }
    parser.on('packet', receive)
    socket.on('data', (chunk) => void parser.parse(chunk))
    socket.on('close', () => reject(new Error(`cut off with ${waiting.size} not acknowledged`)))
    socket.on('error', reject)
    socket.write(hello(bad, 'malformed'))
  })

/** One WebSocket, the packets one after another, until the server ends it or has had time to. */
const sendOnSocket = (reported: readonly string[]) =>
  new Promise<void>((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${program.port}/socket.io/?EIO=4&transport=websocket`)
    const done = () => {
      socket.close()
      resolve()
    }
    socket.addEventListener('open', () => {
      for (const packet of reported) socket.send(packet)
      setTimeout(done, 5)
    })
    socket.addEventListener('error', done)
  })

function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
