// BACnet/IP to one address, over a socket that takes answers of nobody else: another host cannot answer in the place of the device.
import { createSocket, type Socket } from 'node:dgram'
import { EventEmitter } from 'node:events'
import * as library from '@bacnet-js/client'
import type { BacnetPoint } from '@gatehouse/contract/building/polling'
import type { ObjectProperties } from '@gatehouse/devices/bacnet/decode'
import { z } from 'zod'
import { clock } from '../../kit/clock.ts'
import { inWords, PollError, type Session } from './poll-error.ts'

export type BacnetObject = Pick<BacnetPoint, 'object' | 'instance'>

export interface BacnetSession extends Session {
  /** Refuses where another device than this one is at the address. Throws `PollError`. */
  identify(instance: number, timeoutMs: number): Promise<void>
  /** What was read of each object, in their order; a `PollError` in the place of one that is not there. */
  read(objects: readonly BacnetObject[], timeoutMs: number): Promise<readonly (ObjectProperties | PollError)[]>
}

// Node.js hands a CommonJS module over as a whole; bundlers hand over what it exports by default.
type Library = typeof library.default
const isWhole = (given: object): given is { readonly default: Library } => 'default' in given
const exported: Library | { readonly default: Library } = library.default
export const Client: Library = isWhole(exported) ? exported.default : exported

const { ObjectType, PropertyIdentifier, ApplicationTag } = library
const wholeArray = 0xffff_ffff
/** So many objects fit into the shortest answers that devices send without parting them. */
const objectsAtOnce = 8

const properties = [
  PropertyIdentifier.PRESENT_VALUE,
  PropertyIdentifier.STATUS_FLAGS,
  PropertyIdentifier.RELIABILITY,
  PropertyIdentifier.UNITS,
]

/** A transport of the library: its own socket would hear everybody, and let what it cannot decode end the process. */
class ConnectedTransport extends EventEmitter {
  readonly #socket: Socket
  readonly #peer: { readonly address: string; readonly port: number }
  readonly ready: Promise<void>

  constructor(peer: { readonly address: string; readonly port: number }) {
    super()
    this.#peer = peer
    this.#socket = createSocket(peer.address.includes(':') ? 'udp6' : 'udp4')
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ready = promise
    this.#socket.on('error', (error) => this.emit('trouble', error))
    this.#socket.on('message', (message) => {
      try {
        this.emit('message', message, `${peer.address}:${peer.port}`)
      } catch (error) {
        this.emit('undecodable', error)
      }
    })
    this.#socket.connect(peer.port, peer.address, (error?: Error) => {
      if (error) this.emit('trouble', error)
      resolve()
    })
  }

  getBroadcastAddress(): string {
    return `${this.#peer.address}:${this.#peer.port}`
  }

  getMaxPayload(): number {
    return 1482
  }

  send(buffer: Buffer, length: number): void {
    this.#socket.send(buffer, 0, length, (error) => {
      if (error) this.emit('trouble', error)
    })
  }

  open(): void {
    // Connected where it is made.
  }

  close(): void {
    this.#socket.close()
  }
}

export const openBacnet = async (peer: { readonly address: string; readonly port: number }): Promise<BacnetSession> => {
  const where = `${peer.address}:${peer.port}`
  const transport = new ConnectedTransport(peer)
  const client = new Client({ transport, apduTimeout: 15_000 })
  let lost: PollError | undefined
  let singly = false
  const identified = new Set<number>()
  const trouble = Promise.withResolvers<never>()
  trouble.promise.catch(() => undefined)

  const end = (why: PollError) => {
    if (lost) return
    lost = why
    trouble.reject(why)
    client.close()
  }
  transport.on('trouble', (error: unknown) => end(inWords(error, where)))
  await transport.ready

  const ask = async <T>(request: () => Promise<T>, timeoutMs: number): Promise<T> => {
    if (lost) throw lost
    const answer = request()
    try {
      return await clock.within(timeoutMs, Promise.race([answer, trouble.promise]))
    } catch (error) {
      if (error instanceof PollError) throw error
      if (error instanceof Error && /^Bacnet(Error|Abort)/.test(error.message)) throw error
      const isLate = error instanceof Error && /^(no answer within|ERR_TIMEOUT)/.test(error.message)
      const failed = isLate
        ? new PollError('no-answer', `${where} did not answer within ${timeoutMs} ms.`)
        : new PollError('garbage', `What ${where} answered is not to be read.`)
      // Invoke ids come round again: what comes late must find nobody.
      end(failed)
      throw failed
    }
  }

  const readOne = async (of: BacnetObject, id: library.PropertyIdentifier, timeoutMs: number): Promise<unknown> => {
    const { values } = await ask(() => client.readProperty(peerOf(where), objectId(of), id), timeoutMs)
    return values
  }

  const readSingly = async (of: BacnetObject, timeoutMs: number): Promise<ObjectProperties | PollError> => {
    const found = new Map<number, unknown>()
    for (const id of properties) {
      try {
        found.set(id, await readOne(of, id, timeoutMs))
      } catch (error) {
        if (error instanceof PollError) throw error
        if (id === PropertyIdentifier.PRESENT_VALUE) return absent(of, error)
      }
    }
    return propertiesOf(found)
  }

  const readTogether = async (objects: readonly BacnetObject[], timeoutMs: number) => {
    const asked = objects.map((of) => ({
      objectId: objectId(of),
      properties: properties.map((id) => ({ id, index: wholeArray })),
    }))
    const { values } = await ask(() => client.readPropertyMultiple(peerOf(where), asked), timeoutMs)
    return objects.map((of) => {
      const { type, instance } = objectId(of)
      const read = values.find(({ objectId: given }) => given.type === type && given.instance === instance)
      if (!read) return absent(of, undefined)
      const found = new Map(read.values.map(({ id, value }) => [id, value] as const))
      const refused = errorIn(found.get(PropertyIdentifier.PRESENT_VALUE))
      return refused === null ? propertiesOf(found) : absent(of, refused)
    })
  }

  return {
    isOpen: () => lost === undefined,
    close: () => end(new PollError('unreachable', 'The connection was closed.')),
    async identify(instance, timeoutMs) {
      if (identified.has(instance)) return
      const device = { type: ObjectType.DEVICE, instance }
      try {
        await ask(() => client.readProperty(peerOf(where), device, PropertyIdentifier.OBJECT_NAME), timeoutMs)
        identified.add(instance)
      } catch (error) {
        if (error instanceof PollError) throw error
        throw new PollError('configuration', `There is no device ${instance} at ${where}.`)
      }
    },
    async read(objects, timeoutMs) {
      const read: (ObjectProperties | PollError)[] = []
      for (let at = 0; at < objects.length; at += objectsAtOnce) {
        const some = objects.slice(at, at + objectsAtOnce)
        if (!singly) {
          try {
            read.push(...(await readTogether(some, timeoutMs)))
            continue
          } catch (error) {
            if (error instanceof PollError) throw error
            // It does not know ReadPropertyMultiple, or its answer would be too long.
            singly = true
          }
        }
        for (const of of some) read.push(await readSingly(of, timeoutMs))
      }
      return read
    },
  }
}

const peerOf = (address: string) => ({ address })

const objectId = ({ object, instance }: BacnetObject) => ({
  type: object === 'analog-input' ? ObjectType.ANALOG_INPUT : ObjectType.ANALOG_VALUE,
  instance,
})

const absent = ({ object, instance }: BacnetObject, error: unknown): PollError => {
  const why = error instanceof Error ? ` (${error.message})` : typeof error === 'string' ? ` (${error})` : ''
  return new PollError('configuration', `There is no ${object} ${instance}${why}.`)
}

const number = z.array(z.looseObject({ value: z.number() })).min(1)
const bits = z.array(z.looseObject({ value: z.object({ bitsUsed: z.int(), value: z.array(z.int()) }) })).min(1)
const refusal = z
  .array(
    z.looseObject({
      type: z.literal(ApplicationTag.ERROR),
      value: z.looseObject({ errorClass: z.int(), errorCode: z.int() }),
    }),
  )
  .min(1)

const errorIn = (value: unknown): string | null => {
  const found = refusal.safeParse(value).data?.[0]?.value
  return found ? `error ${found.errorClass}/${found.errorCode}` : null
}

const numberIn = (value: unknown): number | undefined => number.safeParse(value).data?.[0]?.value

const flagsIn = (value: unknown): boolean[] | undefined => {
  const given = bits.safeParse(value).data?.[0]?.value
  if (!given || given.bitsUsed < 4) return undefined
  return Array.from({ length: 4 }, (_, at) => (((given.value[0] ?? 0) >> at) & 1) === 1)
}

const propertiesOf = (found: ReadonlyMap<number, unknown>): ObjectProperties => ({
  presentValue: numberIn(found.get(PropertyIdentifier.PRESENT_VALUE)),
  statusFlags: flagsIn(found.get(PropertyIdentifier.STATUS_FLAGS)),
  reliability: numberIn(found.get(PropertyIdentifier.RELIABILITY)),
  units: numberIn(found.get(PropertyIdentifier.UNITS)),
})
