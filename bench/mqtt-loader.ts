// A building that talks as fast as it is listened to: one MQTT connection per device, a window of unacknowledged
// messages each, every acknowledgement counted. PUBLISH is written and PUBACK read by hand; the rest is mqtt-packet.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt-packet'
import type { z } from 'zod'
import { serveJob } from './load.ts'
import { job, type Report, step, stepDigits } from './mqtt-job.ts'
import { createHistogram } from './kit/stats.ts'

type Job = z.output<typeof job>

const drainSeconds = 60

interface Device {
  readonly socket: Socket
  readonly topic: Buffer
  readonly sentAt: Float64Array
  readonly done: Uint8Array
  next: number
  oldest: number
  receive: (chunk: Buffer) => void
}

serveJob(job, async (wanted) => {
  const before = performance.now()
  const devices: Device[] = []
  // A few at a time, as a building comes back after a power cut, not a thousand in one instant.
  for (let i = 0; i < wanted.devices.length; i += 50)
    devices.push(...(await Promise.all(wanted.devices.slice(i, i + 50).map((device) => open(wanted, device)))))
  const connectSeconds = (performance.now() - before) / 1000
  return () => drive(wanted, devices, connectSeconds)
})

const drive = async (wanted: Job, devices: Device[], connectSeconds: number): Promise<Report> => {
  const tag = randomBytes(4).toString('hex')
  const latencies = createHistogram()
  const cpu = process.cpuUsage()
  const started = performance.now()
  const startedAt = Date.now()
  const end = wanted.seconds === undefined ? Number.POSITIVE_INFINITY : started + wanted.seconds * 1000
  const most = wanted.messages ?? Number.POSITIVE_INFINITY
  let sent = 0
  let acknowledged = 0
  let lastAck = started

  const send = (device: Device, count: number, due: (i: number) => number) => {
    const room = Math.min(count, wanted.window - (device.next - device.oldest), most - sent)
    if (room <= 0) return 0
    const chunk = Buffer.allocUnsafe(room * (device.topic.length + 200))
    const at = new Date().toISOString()
    let length = 0
    for (let i = 0; i < room; i++) {
      length = writeReading(chunk, length, device.topic, device.next, bodyOf(tag, device.next, at, wanted.channels))
      const slot = device.next % wanted.window
      device.sentAt[slot] = due(i)
      device.done[slot] = 0
      device.next++
    }
    sent += room
    device.socket.write(chunk.subarray(0, length))
    return room
  }

  for (const device of devices) {
    device.next = 0
    device.oldest = 0
    device.receive = createAckReader((packetId) => {
      const now = performance.now()
      const behind = (packetId - 1 - (device.oldest % 65_535) + 65_535) % 65_535
      const slot = (device.oldest + behind) % wanted.window
      if (behind >= device.next - device.oldest || device.done[slot] === 1)
        throw new Error('an acknowledgement of nothing')
      device.done[slot] = 1
      latencies.add(now - (device.sentAt[slot] ?? now))
      acknowledged++
      lastAck = now
      while (device.oldest < device.next && device.done[device.oldest % wanted.window] === 1) device.oldest++
    })
  }

  if (wanted.rate === undefined) {
    for (const device of devices) {
      const receive = device.receive
      device.receive = (chunk) => {
        receive(chunk)
        const now = performance.now()
        if (now < end) send(device, wanted.window, () => now)
      }
      send(device, wanted.window, () => started)
    }
    await waitWhile(() => performance.now() < end && sent < most)
  } else {
    await paced(wanted.rate, started, end, most, devices, send)
  }

  const patience = performance.now() + drainSeconds * 1000
  await waitWhile(() => acknowledged < sent && performance.now() < patience)
  const { user, system } = process.cpuUsage(cpu)
  return {
    tag,
    sent,
    acknowledged,
    perDevice: devices.map((device) => device.next),
    startedAt,
    seconds: (lastAck - started) / 1000,
    latency: latencies.spread(),
    loaderCpu: (user + system) / 1000 / (performance.now() - started),
    connectSeconds,
  }
}

const waitWhile = async (holds: () => boolean) => {
  while (holds()) await sleep(10)
}

type Send = (device: Device, count: number, due: (i: number) => number) => number

// Every message has a moment at which it is due; being late to send it counts against whoever caused it.
const paced = async (rate: number, started: number, end: number, most: number, devices: Device[], send: Send) => {
  let given = 0
  let turn = 0
  for (;;) {
    const now = performance.now()
    const due = Math.min(most, Math.floor(((Math.min(now, end) - started) / 1000) * rate) + 1)
    let idle = 0
    while (given < due && idle < devices.length) {
      const device = devices[turn++ % devices.length]
      const at = started + (given / rate) * 1000
      if (device && send(device, 1, () => at) === 1) {
        given++
        idle = 0
      } else idle++
    }
    if (given >= most || (now >= end && given >= due)) return
    await sleep(2)
  }
}

// The number of the message is in its value, so that whoever checks can count them.
const bodyOf = (tag: string, n: number, at: string, channels: Job['channels']): string => {
  const { channel, unit, about } = channels?.[n % channels.length] ?? { channel: 'CO', unit: 'ppm', about: 0 }
  const value = channels ? (about + n * step).toFixed(stepDigits) : n
  return `{"id":"${tag}-${n}","at":"${at}","channel":"${channel}","value":${value},"unit":"${unit}","quality":"good"}`
}

const writeReading = (into: Buffer, from: number, topic: Buffer, n: number, payload: string): number => {
  const remaining = 2 + topic.length + 2 + payload.length
  let i = from
  into[i++] = 0x32
  into[i++] = (remaining & 0x7f) | 0x80
  into[i++] = remaining >> 7
  i = into.writeUInt16BE(topic.length, i)
  i += topic.copy(into, i)
  i = into.writeUInt16BE(1 + (n % 65_535), i)
  return i + into.write(payload, i, 'latin1')
}

const createAckReader = (acknowledged: (packetId: number) => void) => {
  let rest = Buffer.alloc(0)
  return (chunk: Buffer) => {
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let i = 0
    for (; i + 4 <= data.length; i += 4) {
      if (data[i] !== 0x40 || data[i + 1] !== 2) throw new Error(`unexpected packet 0x${data[i]?.toString(16)}`)
      acknowledged(data.readUInt16BE(i + 2))
    }
    rest = Buffer.from(data.subarray(i))
  }
}

const open = (wanted: Job, { key, username, password }: Job['devices'][number]): Promise<Device> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: wanted.port, host: '127.0.0.1', noDelay: true })
    const device: Device = {
      socket,
      topic: Buffer.from(`gatehouse/v1/${key}/reading`),
      sentAt: new Float64Array(wanted.window),
      done: new Uint8Array(wanted.window),
      next: 0,
      oldest: 0,
      receive: () => undefined,
    }
    const parser = mqtt.parser({ protocolVersion: 4 })
    parser.once('packet', (packet) => {
      if (packet.cmd !== 'connack' || packet.returnCode !== 0) return reject(new Error(`${key} was refused`))
      device.receive = () => undefined
      resolve(device)
    })
    device.receive = (chunk) => void parser.parse(chunk)
    socket.on('data', (chunk) => device.receive(chunk))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`${key} was cut off`)))
    socket.write(
      mqtt.generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clientId: `bench-${key}`,
        clean: true,
        keepalive: 0,
        username,
        password: Buffer.from(password),
      }),
    )
  })
