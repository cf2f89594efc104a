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

export interface ObjectId {
  readonly type: library.ObjectType
  readonly instance: number
}

/** As the library decodes them; an `Error` in the place of what was refused. */
export type Properties = ReadonlyMap<library.PropertyIdentifier, unknown>

/** All of it throws `PollError` where nothing is answered. */
export interface BacnetSession extends Session {
  /** Refuses where another device than this one is at the address. */
  identify(instance: number, timeoutMs: number): Promise<void>
  /** What was read of each object, in their order; a `PollError` in the place of one that is not there. */
  read(objects: readonly BacnetObject[], timeoutMs: number): Promise<readonly (ObjectProperties | PollError)[]>
  /** These properties of each object, in their order. Where the first is refused, the object is not there. */
  properties(
    objects: readonly ObjectId[],
    ids: readonly library.PropertyIdentifier[],
    timeoutMs: number,
  ): Promise<readonly Properties[]>
  /** One property, or one element of it, as the library decodes it; an `Error` where it was refused. */
  property(of: ObjectId, id: library.PropertyIdentifier, timeoutMs: number, index?: number): Promise<unknown>
  /** These elements of a property, one after another; those that were refused are left out. */
  elements(
    of: ObjectId,
    id: library.PropertyIdentifier,
    indexes: readonly number[],
    timeoutMs: number,
  ): Promise<readonly unknown[]>
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

/** Of a point; the first of them says whether it is there. */
const measured = [
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

  const property = async (
    of: ObjectId,
    id: library.PropertyIdentifier,
    timeoutMs: number,
    index = wholeArray,
  ): Promise<unknown> => {
    try {
      const asked = () => client.readProperty(peerOf(where), of, id, { arrayIndex: index })
      return (await ask(asked, timeoutMs)).values
    } catch (error) {
      if (error instanceof PollError) throw error
      return error
    }
  }

  const readSingly = async (
    of: ObjectId,
    ids: readonly library.PropertyIdentifier[],
    timeoutMs: number,
  ): Promise<Properties> => {
    const found = new Map<library.PropertyIdentifier, unknown>()
    for (const id of ids) {
      const read = await property(of, id, timeoutMs)
      found.set(id, read)
      if (read instanceof Error && id === ids[0]) break
    }
    return found
  }

  /** One entry for each object that is in the answer. */
  const askTogether = async (asked: library.BACNetReadAccessSpecification[], timeoutMs: number) =>
    (await ask(() => client.readPropertyMultiple(peerOf(where), asked), timeoutMs)).values

  const readTogether = async (
    objects: readonly ObjectId[],
    ids: readonly library.PropertyIdentifier[],
    timeoutMs: number,
  ) => {
    const properties = ids.map((id) => ({ id, index: wholeArray }))
    const values = await askTogether(
      objects.map((objectId) => ({ objectId, properties })),
      timeoutMs,
    )
    return objects.map(({ type, instance }): Properties => {
      const read = values.find(({ objectId: given }) => given.type === type && given.instance === instance)
      return new Map(read?.values.map(({ id, value }) => [id, errorIn(value) ?? value] as const))
    })
  }

  /** Until the device refuses to answer several at once: then, and from then on, one after another. */
  const unlessSingly = async <T>(together: () => Promise<T>, one: () => Promise<T>): Promise<T> => {
    if (singly) return one()
    try {
      return await together()
    } catch (error) {
      if (error instanceof PollError) throw error
      // It does not know ReadPropertyMultiple, or its answer would be too long.
      singly = true
      return one()
    }
  }

  const properties = async (
    objects: readonly ObjectId[],
    ids: readonly library.PropertyIdentifier[],
    timeoutMs: number,
  ) => {
    const read: Properties[] = []
    for (let at = 0; at < objects.length; at += objectsAtOnce) {
      const some = objects.slice(at, at + objectsAtOnce)
      const together = () => readTogether(some, ids, timeoutMs)
      const each = async () => {
        const all: Properties[] = []
        for (const of of some) all.push(await readSingly(of, ids, timeoutMs))
        return all
      }
      read.push(...(await unlessSingly(together, each)))
    }
    return read
  }

  return {
    isOpen: () => lost === undefined,
    close: () => end(new PollError('unreachable', 'The connection was closed.')),
    property,
    properties,
    async identify(instance, timeoutMs) {
      if (identified.has(instance)) return
      const name = await property({ type: ObjectType.DEVICE, instance }, PropertyIdentifier.OBJECT_NAME, timeoutMs)
      if (name instanceof Error) throw new PollError('configuration', `There is no device ${instance} at ${where}.`)
      identified.add(instance)
    },
    async read(objects, timeoutMs) {
      const read = await properties(objects.map(objectId), measured, timeoutMs)
      return objects.map((of, at) => {
        const found = read[at]
        const presentValue = found?.get(PropertyIdentifier.PRESENT_VALUE)
        const isThere = found !== undefined && found.size > 0 && !(presentValue instanceof Error)
        return isThere ? propertiesOf(found) : absent(of, presentValue)
      })
    },
    elements(of, id, indexes, timeoutMs) {
      const together = async () => {
        const asked = [{ objectId: of, properties: indexes.map((index) => ({ id, index })) }]
        const [answered] = await askTogether(asked, timeoutMs)
        return (answered?.values ?? []).flatMap(({ value }): unknown[] => (errorIn(value) === null ? value : []))
      }
      const each = async () => {
        const all: unknown[] = []
        for (const index of indexes) {
          const read = await property(of, id, timeoutMs, index)
          if (Array.isArray(read)) all.push(...read)
        }
        return all
      }
      return unlessSingly<readonly unknown[]>(together, each)
    },
  }
}

const peerOf = (address: string) => ({ address })

const objectId = ({ object, instance }: BacnetObject) => ({
  type: object === 'analog-input' ? ObjectType.ANALOG_INPUT : ObjectType.ANALOG_VALUE,
  instance,
})

const absent = ({ object, instance }: BacnetObject, error: unknown): PollError => {
  const why = error instanceof Error ? ` (${error.message})` : ''
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

const errorIn = (value: unknown): Error | null => {
  const found = refusal.safeParse(value).data?.[0]?.value
  return found ? new Error(`error ${found.errorClass}/${found.errorCode}`) : null
}

export const numberIn = (value: unknown): number | undefined => number.safeParse(value).data?.[0]?.value

const flagsIn = (value: unknown): boolean[] | undefined => {
  const given = bits.safeParse(value).data?.[0]?.value
  if (!given || given.bitsUsed < 4) return undefined
  return Array.from({ length: 4 }, (_, at) => (((given.value[0] ?? 0) >> at) & 1) === 1)
}

const propertiesOf = (found: Properties): ObjectProperties => ({
  presentValue: numberIn(found.get(PropertyIdentifier.PRESENT_VALUE)),
  statusFlags: flagsIn(found.get(PropertyIdentifier.STATUS_FLAGS)),
  reliability: numberIn(found.get(PropertyIdentifier.RELIABILITY)),
  units: numberIn(found.get(PropertyIdentifier.UNITS)),
})
