// A broker that is not ours (MQTT_URL): we are one of its clients, with a session that it keeps for us. Nothing is
// acknowledged to it before COMMIT, so whatever we had not stored when we died comes again, to whichever node is there.
import type { Outgoing } from '@gatehouse/devices/driver'
import { connect, type IClientPublishOptions, type MqttClient } from 'mqtt'
import { generate } from 'mqtt-packet'
import type { Logger } from 'pino'
import { clock } from '../../kit/clock.ts'
import type { Flow } from './flow.ts'
import type { Intake, Origin } from './intake.ts'

export interface Topics {
  /** Without what the broker has kept of them: that is not given to shared subscriptions. */
  readonly shared: readonly string[]
  readonly plain: readonly string[]
}

export interface ExternalBroker {
  /** Follows the topics there are to hear now. */
  subscribe(topics: Topics): Promise<void>
  /** Whether the broker took it and, where it tells, had somebody to give it to. */
  send(outgoing: Outgoing): Promise<boolean>
  readonly connected: () => boolean
  /** At once: the session is another's. */
  leave(): void
  close(): Promise<void>
}

export interface ExternalBrokerParts {
  readonly url: string
  /**
   * Names our session at the broker: the same after a restart and for every node, of which one has it at a time. Messages
   * for a session that never comes back would be lost to all.
   */
  readonly session: string
  readonly intake: Intake
  readonly flow: Flow
  readonly log: Logger
}

// As many as a few transactions take, so that one is filled while another commits.
const mostUnderWay = 4000
const sessionSeconds = 7 * 86_400
const lastAnswersMs = 5000
const trusted: Origin = { username: null, companyId: null, carries: () => true }

export const joinBroker = (parts: ExternalBrokerParts): ExternalBroker => {
  const { flow, log } = parts
  let wanted: string[] = []
  let client = open(5)

  function open(version: 4 | 5): MqttClient {
    const opened = connect(parts.url, {
      protocolVersion: version,
      clientId: parts.session,
      clean: false,
      resubscribe: false,
      reconnectPeriod: 1000,
      connectTimeout: 10_000,
      keepalive: 30,
      ...(version === 5 && { properties: { sessionExpiryInterval: sessionSeconds, receiveMaximum: mostUnderWay } }),
    })
    takeMany(opened, parts)
    opened.on('connect', () => void subscribe(wanted))
    opened.on('error', (error) => {
      if (version === 5 && refusesVersion(error)) {
        opened.end(true)
        client = open(4)
      } else log.warn({ error }, 'trouble with the broker')
    })
    return opened
  }

  // What could not be subscribed to now is subscribed to at the next connection.
  const subscribe = async (topics: string[]) => {
    if (!client.connected || topics.length === 0) return
    await client
      .subscribeAsync(topics, { qos: 1 })
      .catch((error) => log.error({ error, topics }, 'the broker refused a subscription'))
  }

  return {
    async subscribe({ shared, plain }) {
      const before = wanted
      wanted = [...shared.map((topic) => `$share/${parts.session}/${topic}`), ...plain]
      await subscribe(wanted.filter((topic) => !before.includes(topic)))
      const over = before.filter((topic) => !wanted.includes(topic))
      if (!client.connected || over.length === 0) return
      await client.unsubscribeAsync(over).catch((error) => log.warn({ error }, 'a subscription could not be ended'))
    },
    async send({ topic, payload, qos, retain, expiresAt }) {
      const seconds = Math.floor((Date.parse(expiresAt) - clock.ms()) / 1000)
      if (seconds < 1 || !client.connected) return false
      const properties = { messageExpiryInterval: seconds }
      // What the broker has not acknowledged by then must not go out again with the next connection.
      const { promise: answered, forget } = publishOnce(client, topic, payload, { qos, retain, properties })
      const timer = clock.after(Date.parse(expiresAt) - clock.ms(), forget)
      const answer = await answered.finally(() => timer.cancel())
      return !(answer && 'reasonCode' in answer && answer.reasonCode === nobodyListens)
    },
    connected: () => client.connected,
    leave: () => void client.end(true),
    async close() {
      await flow.drain(lastAnswersMs)
      await client.endAsync(true)
    },
  }
}

const publishOnce = (client: MqttClient, topic: string, payload: string, options: IClientPublishOptions) => {
  const promise = client.publishAsync(topic, payload, options)
  const messageId = client.getLastMessageId()
  return { promise, forget: () => void client.removeOutgoingMessage(messageId) }
}

// PUBACK, MQTT 5
const nobodyListens = 16

const refusesVersion = (error: Error) => 'code' in error && (error.code === 1 || error.code === 132)

// The client would take one message, wait for its COMMIT and then take the next: a few hundred a second. So it is told
// that nobody asks for an acknowledgement, and the acknowledgement is written here, where the message came from.
const takeMany = (client: MqttClient, { intake, flow, log }: ExternalBrokerParts) => {
  let underWay = 0
  let goOn: (() => void) | undefined
  client.on('packetreceive', (packet) => {
    if (packet.cmd === 'publish' && packet.qos === 1) packet.qos = 0
  })
  client.handleMessage = ({ topic, payload, retain, messageId }, next) => {
    const { stream } = client
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    const size = topic.length + bytes.length
    const settled = (stored: boolean) => {
      underWay--
      flow.end(size)
      if (stored && messageId !== undefined && !stream.destroyed) stream.write(generate({ cmd: 'puback', messageId }))
      goOn?.()
      goOn = undefined
    }
    underWay++
    flow.begin(size)
    intake.take({ origin: trusted, topic, payload: bytes, receivedAt: clock.now(), retained: retain }).then(
      () => settled(true),
      (error) => {
        log.error({ error }, 'a message from the broker could not be taken')
        settled(false)
      },
    )
    if (flow.full()) flow.whenRoom(next)
    else if (underWay < mostUnderWay) next()
    else goOn = next
  }
}
