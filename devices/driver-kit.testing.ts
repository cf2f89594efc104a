// What every driver has to keep, whoever wrote it and whatever it translates: call `provesDriver` in its test.
import { isKind, messages } from '@gatehouse/contract/building/wire'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytes, contextOf, noon } from './context.testing.ts'
import type { Decoded, DoorAction, Driver, Outgoing, Registered } from './driver.ts'
import { doorActions, lockAfter, Undecodable, Unencodable } from './driver.ts'

/** One device of a driver's wire, and how it lives. */
export interface Specimen {
  /** Which device of the driver it is, where several are proved. */
  readonly called?: string
  readonly driver: Driver
  /** A door that can be told at least to lock and unlock, unless `does` says otherwise. */
  readonly door: Registered
  /** The topics on which it speaks. */
  readonly speaks: readonly string[]
  /** Messages of it that are right, so that what is wrong can be made of them. */
  readonly published: readonly { readonly topic: string; readonly payload: unknown }[]
  /** What it can be told; every other action is to be refused. */
  readonly does: readonly DoorAction[]
  /** How the real device takes a command: what it publishes then, as its makers document it. */
  readonly reacts: (
    sent: Outgoing,
    action: DoorAction,
  ) => readonly { readonly topic: string; readonly payload: unknown }[]
}

/** More of them by DRIVER_KIT_RUNS. */
const runs = Number(process.env['DRIVER_KIT_RUNS'] ?? 300)

const command = (action: string, args: Record<string, unknown> = {}) => ({
  commandId: '0f0c1f6e-6a0b-4a3d-9a52-5a1c1f3f9f10',
  at: noon.toISOString(),
  action,
  args,
  expiresAt: new Date(noon.getTime() + 10_000).toISOString(),
})

export const provesDriver = (specimen: Specimen) => {
  const { driver, door } = specimen
  const context = contextOf([door])
  const decode = (topic: string, payload: unknown) => driver.decode(topic, bytes(payload), context)

  describe(`the driver ${driver.name}${specimen.called ? `, ${specimen.called}` : ''}`, () => {
    it('makes of any bytes something that can be stored, or says why not', () => {
      fc.assert(
        fc.property(topicsOf(specimen), anyPayload(specimen), (topic, payload) => {
          const decoded = decodedBy(() => driver.decode(topic, payload, context))
          if (decoded instanceof Undecodable) return decoded.message !== ''
          for (const one of decoded) assertSound(one, door)
          return true
        }),
        { numRuns: runs },
      )
    })

    it('gives the same ids for the same bytes, and each message of one payload its own', () => {
      for (const { topic, payload } of specimen.published) {
        const first = messagesIn(decode(topic, payload))
        expect(first.length, topic).toBeGreaterThan(0)
        expect(messagesIn(decode(topic, payload))).toEqual(first)
        const ids = first.map(({ kind, message }) => `${kind} ${message.id}`)
        expect(new Set(ids).size).toBe(ids.length)
      }
    })

    it('hears nobody who is not registered, and lets nobody speak for another', () => {
      const other = { ...door, key: 'another-door', address: `${door.address}-2`, config: null }
      for (const { topic, payload } of specimen.published) {
        for (const devices of [[], [other]]) {
          const decoded = decodedBy(() => driver.decode(topic, bytes(payload), contextOf(devices)))
          if (decoded instanceof Undecodable) continue
          // On Gatehouse's own wire the topic names the device: whether it is registered, the store says.
          for (const { device } of messagesIn(decoded)) expect(device).toBe(door.key)
          if (driver.name !== 'gatehouse') expect(messagesIn(decoded)).toEqual([])
        }
      }
    })

    it.each([...doorActions, 'explode', 'constructor', ''])(
      'tells a door to “%s” exactly once and never for later',
      (action) => {
        const sent = sentBy(() => driver.encode(command(action, { seconds: 5 }), door))
        const able = specimen.does.some((each) => each === action)
        if (driver.name !== 'gatehouse') expect(sent instanceof Unencodable, `${action} is refused`).toBe(!able)
        if (sent instanceof Unencodable) return expect(sent.message).not.toBe('')
        expect(sent).toHaveLength(1)
        for (const out of sent) assertSendable(out)
        // The same command is the same bytes: a repeat can be known for one.
        expect(driver.encode(command(action, { seconds: 5 }), door)).toEqual(sent)
      },
    )

    it('reads nothing into the echo of its own commands', () => {
      for (const action of specimen.does)
        for (const out of driver.encode(command(action, { seconds: 5 }), door)) {
          const decoded = driver.decode(out.topic, bytes(out.payload), context)
          expect(decoded.map(({ what }) => what)).toEqual(['ignored'])
        }
    })

    it.each(specimen.does)('learns from the device whether “%s” was done', (action) => {
      const [sent] = driver.encode(command(action, { seconds: 5 }), door)
      if (!sent) throw new Error('nothing was sent')
      const decoded = specimen.reacts(sent, action).flatMap(({ topic, payload }) => messagesIn(decode(topic, payload)))
      const acks = decoded.flatMap((m) => (m.kind === 'ack' ? [m.message] : []))
      const locks = decoded.flatMap((m) => (m.kind === 'state' ? [m.message.lock] : []))
      expect(locks).toContain(lockAfter[action])
      expect(acks.map(({ commandId, result }) => ({ commandId, result }))).toEqual(
        driver.answers === 'ack' ? [{ commandId: command(action).commandId, result: 'done' }] : [],
      )
    })

    it('stamps what has no time of its own with the time of receipt, and never with the future', () => {
      for (const { topic, payload } of specimen.published)
        for (const { message } of messagesIn(decode(topic, payload)))
          expect(Date.parse(message.at)).toBeLessThanOrEqual(noon.getTime() + 86_400_000)
    })
  })
}

const decodedBy = (work: () => Decoded[]): Decoded[] | Undecodable => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Undecodable) return error
    throw error
  }
}

const sentBy = (work: () => Outgoing[]): Outgoing[] | Unencodable => {
  try {
    return work()
  } catch (error) {
    if (error instanceof Unencodable) return error
    throw error
  }
}

const messagesIn = (decoded: readonly Decoded[]) => decoded.flatMap((one) => (one.what === 'message' ? [one] : []))

const assertSound = (one: Decoded, door: Registered) => {
  if (/\\u0000|\\ud[89a-f]/.test(JSON.stringify(one))) throw new Error('holds what PostgreSQL cannot store')
  if (one.what === 'refusal' && one.reason === '') throw new Error('refuses without a reason')
  if (one.what !== 'message') return
  if (!isKind(one.kind)) throw new Error(`no kind of message: ${String(one.kind)}`)
  messages[one.kind].parse(one.message)
  if (one.device !== door.key && door.driver !== 'gatehouse') throw new Error(`speaks for ${one.device}`)
}

const assertSendable = (out: Outgoing) => {
  expect(out.retain).toBe(false)
  expect(out.qos).toBe(1)
  expect(out.expiresAt).toBe(command('').expiresAt)
  expect(out.topic).toMatch(/^[^+#\0]+$/)
  expect(Buffer.byteLength(out.payload)).toBeLessThan(64 * 1024)
}

const topicsOf = ({ speaks }: Specimen) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...speaks) },
    { weight: 1, arbitrary: fc.constantFrom(...speaks).chain((t) => fc.string().map((more) => t + more)) },
    { weight: 1, arbitrary: fc.string() },
  )

/** Right messages with a value changed, cut off, or spoilt byte by byte; and anything at all. */
const anyPayload = ({ published: reported }: Specimen): fc.Arbitrary<Uint8Array> => {
  const right = fc.constantFrom(...reported.map(({ payload }) => payload))
  const changed = fc
    .tuple(right, fc.nat(40), fc.jsonValue())
    .map(([payload, place, value]) =>
      typeof payload === 'string' ? payload : JSON.stringify(withValue(payload, place, value)),
    )
  return fc.oneof(
    { weight: 5, arbitrary: changed.map(bytes) },
    { weight: 2, arbitrary: fc.tuple(changed, fc.nat(120)).map(([text, n]) => bytes(text.slice(0, n))) },
    {
      weight: 2,
      arbitrary: fc.tuple(changed, fc.nat(200), fc.nat(255)).map(([text, place, byte]) => {
        const spoilt = Buffer.from(text)
        if (spoilt.length > 0) spoilt[place % spoilt.length] = byte
        return spoilt
      }),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 80 }) },
  )
}

/** The n-th value of a tree, counted round and round, replaced. */
const withValue = (tree: unknown, place: number, value: unknown): unknown => {
  let left = place % Math.max(1, leavesOf(tree))
  const walk = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return left-- === 0 ? value : node
    if (Array.isArray(node)) return node.map(walk)
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, walk(inner)]))
  }
  return walk(tree)
}

const leavesOf = (node: unknown): number =>
  typeof node === 'object' && node !== null
    ? Object.values(node).reduce<number>((n, inner) => n + leavesOf(inner), 0)
    : 1
