// Bytes that nobody meant: MQTT frames, HTTP requests and Socket.IO packets that are wrong by hand or by chance, the
// same ones for the same seed.
import { connect } from 'node:net'
import { topicOf } from '@gatehouse/contract/building/wire'
import mqtt from 'mqtt-packet'
import type { ADevice } from '../testing/building.testing.ts'

/** What to write on one connection, a chunk at a time. */
export type Conversation = readonly Buffer[]

export const hello = ({ key, secret }: ADevice, clientId: string): Buffer =>
  mqtt.generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId,
    keepalive: 60,
    username: key,
    password: Buffer.from(secret),
  })

/** A conversation with the broker, right at first and then changed in a few places. */
export const wrongFrames = (count: number, device: ADevice, random: () => number): Conversation[] =>
  Array.from({ length: count }, (_, n) => {
    const reported = [hello(device, `garbage-${n}`), ...(mqttSayings[n % mqttSayings.length]?.(device) ?? [])]
    const spoiled = reported.map((chunk, i) => (i === 0 && random() < 0.7 ? chunk : spoil(chunk, random)))
    return random() < 0.2 ? [Buffer.concat(spoiled)] : spoiled
  })

const publish = (topic: string, payload: string | Buffer, qos: 0 | 1 | 2 = 1) =>
  mqtt.generate({ cmd: 'publish', messageId: 7, topic, payload, qos, dup: false, retain: false })

const mqttSayings: ((device: ADevice) => Buffer[])[] = [
  ({ key }) => [publish(topicOf(key, 'reading'), '{"id":"g","at":"2026-11-21T10:00:00Z"}')],
  ({ key }) => [publish(topicOf(key, 'event'), Buffer.alloc(2000, 0xee), 2)],
  ({ key }) => [
    mqtt.generate({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: `gatehouse/v1/${key}/command`, qos: 1 }],
    }),
  ],
  () => [mqtt.generate({ cmd: 'pingreq' }), mqtt.generate({ cmd: 'pubrel', messageId: 9 })],
  ({ key }) => [mqtt.generate({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: [`gatehouse/v1/${key}/command`] })],
  () => [mqtt.generate({ cmd: 'puback', messageId: 3 }), mqtt.generate({ cmd: 'disconnect' })],
  () => [Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'), Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])],
]

// Bits turned, bytes put in, taken out or doubled, the end cut off.
const spoil = (chunk: Buffer, random: () => number): Buffer => {
  const bytes = [...chunk]
  const somewhere = () => Math.floor(random() * bytes.length)
  for (let times = 1 + Math.floor(random() * 4); times > 0; times--) {
    const way = Math.floor(random() * 5)
    if (way === 0) bytes[somewhere()] = Math.floor(random() * 256)
    if (way === 1) bytes.splice(somewhere(), 1 + Math.floor(random() * 3))
    if (way === 2) bytes.splice(somewhere(), 0, Math.floor(random() * 256), 0xff)
    if (way === 3) bytes.push(...bytes.slice(somewhere()))
    if (way === 4) bytes.length = somewhere()
  }
  return Buffer.from(bytes)
}

const head = (line: string, ...headers: string[]) => `${[line, 'Host: 127.0.0.1', ...headers].join('\r\n')}\r\n\r\n`
const json = (method: string, path: string, body: string | Buffer, ...headers: string[]): Buffer =>
  Buffer.concat([
    Buffer.from(
      head(
        `${method} ${path} HTTP/1.1`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...headers,
      ),
    ),
    Buffer.from(body),
  ])

/** Requests of which every one must be answered with 4xx or with a closed door, never with 5xx. */
export const wrongRequests = (apiKey: string): Buffer[] => {
  const key = `X-API-Key: ${apiKey}`
  return [
    ...['', '\r\n\r\n\r\n', 'nonsense\r\n\r\n', 'GET\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', '\0\0\0\0\r\n\r\n'].map((s) =>
      Buffer.from(s),
    ),
    Buffer.from(head(`GET /api/${'x'.repeat(20_000)} HTTP/1.1`)),
    Buffer.from(head('GET /api/health HTTP/1.1', `X-Long: ${'y'.repeat(40_000)}`)),
    Buffer.from(head('GET /api/devices?kind[]=door&kind[__proto__]=x HTTP/1.1', 'Authorization: Bearer a.b.c')),
    Buffer.from(head('GET /api/devices HTTP/1.1', `Authorization: Bearer ${'z'.repeat(9000)}`)),
    Buffer.from(head('GET /api/entry-exit/logs/%ff%fe HTTP/1.1')),
    Buffer.from(head('GET /api/%2e%2e/%2e%2e/etc/passwd HTTP/1.1')),
    Buffer.from(head('GET /assets/..%2f..%2fpackage.json HTTP/1.1')),
    Buffer.from(
      head('POST /api/auth/logout HTTP/1.1', 'Cookie: gatehouse_csrf=%%%; a=b; =; __proto__=x', 'Content-Length: 0'),
    ),
    Buffer.from(head('BREW /api/health HTTP/1.1')),
    Buffer.from(
      head('POST /api/auth/signin HTTP/1.1', 'Transfer-Encoding: chunked', 'Content-Type: application/json') +
        'ZZ\r\nnot a length\r\n',
    ),
    Buffer.from(
      head('POST /api/ingest HTTP/1.1', 'Content-Length: 10', 'Transfer-Encoding: chunked', key) + '0\r\n\r\n',
    ),
    Buffer.from(head('POST /api/ingest HTTP/1.1', 'Content-Type: text/html', 'Content-Length: 2', key) + '[]'),
    json('POST', '/api/ingest', '', key),
    json('POST', '/api/ingest', '[', key),
    json('POST', '/api/ingest', 'null', key),
    json('POST', '/api/ingest', '{}', key),
    json('POST', '/api/ingest', '[]', key),
    json('POST', '/api/ingest', '[1, null, "x", []]', key),
    json('POST', '/api/ingest', `[${'['.repeat(30_000)}${']'.repeat(30_000)}]`, key),
    json('POST', '/api/ingest', Buffer.from([0x5b, 0xff, 0xfe, 0x5d]), key),
    json('POST', '/api/ingest', '[{"__proto__": {"x": 1}}]', key),
    json('POST', '/api/ingest', '[{}]', 'X-API-Key: gh_nobody'),
    json('POST', '/api/ingest', '[{}]', 'X-API-Key: \u00ff\u00fe'),
    json('POST', '/api/ingest', `["${'x'.repeat(5 * 1024 * 1024)}"]`, key),
    json('POST', '/api/auth/signin', '{"email": {"$ne": 1}, "password": []}'),
    json('POST', '/api/auth/signin', '{"data": {"data": {"data": 1}}}'),
    json('POST', '/api/auth/signin', '{"constructor": {"prototype": {"x": 1}}}'),
    json('POST', '/api/auth/signin', '{"email": "a\\u0000@b.c", "password": "\\ud800"}'),
    json('POST', '/socket.io/?EIO=4&transport=polling', '40/telemetry,'),
    Buffer.from(head('GET /socket.io/?EIO=99&transport=carrier-pigeon HTTP/1.1')),
    Buffer.from(
      head(
        'GET /socket.io/?EIO=4&transport=websocket&sid=nobody HTTP/1.1',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: bm90IGEga2V5IGF0IGFsbA==',
      ),
    ),
    Buffer.from(head('GET /api/health HTTP/1.1', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: x')),
  ]
}

/** Socket.IO packets as they go over the wire, on a connection that may or may not have signed in. */
export const wrongPackets = (random: () => number, count: number): string[] => {
  const byHand = [...handMade.split(' '), '', `42/telemetry,["x","${'y'.repeat(150_000)}"]`]
  const byChance = Array.from({ length: count }, () => {
    const base = Buffer.from(byHand[Math.floor(random() * (byHand.length - 1))] ?? '4')
    return spoil(base.length > 0 ? base : Buffer.from('42["x"]'), random).toString('latin1')
  })
  return [...byHand, ...byChance]
}

const handMade = `4 9 40 41 42 42[] 42/telemetry 42/telemetry, 42/telemetry,[ 42/telemetry,["x" 42/telemetry,{"a":1}
  42/telemetry,["__proto__",{"__proto__":{"x":1}}] 42/telemetry,["disconnect"] 42/telemetry,["connect_error",1]
  42/telemetry,99999999999999999999["x"] 43/telemetry,7[] 44/telemetry,{} 451-/telemetry,["x",{"_placeholder":true}]
  459999-["x"] 45-/telemetry,["x",{"_placeholder":true,"num":-1}] 40/nowhere, 40/telemetry,{"token":{"a":1}}
  40/telemetry,{"token":null 40/telemetry,[] 40/__proto__, 6 1 2probe 3`.replaceAll(/\s+/g, ' ')

/** Says it on a connection of its own; resolves to what was answered until the connection ended, or was ended by us. */
export const sendRaw = (port: number, reported: Conversation, patienceMs: number): Promise<Buffer> =>
  new Promise((resolve) => {
    const received: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' })
    const done = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(Buffer.concat(received))
    }
    const timer = setTimeout(done, patienceMs)
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', done)
    for (const chunk of reported) socket.write(chunk)
  })
