import { readFileSync } from 'node:fs'
import { commandMessage, kinds, messages, topicOf } from '@gatehouse/contract/building/wire'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { aCommand, bytes, contextOf } from './context.testing.ts'
import { Undecodable } from './driver.ts'
import { gatehouse, readItem } from './gatehouse.ts'
import { malformed, wellFormed } from './malformed.testing.ts'

const decode = (topic: string, payload: unknown) =>
  gatehouse.decode(topic, payload instanceof Uint8Array ? payload : bytes(payload), contextOf())

describe('the Gatehouse wire', () => {
  it.each(kinds)('carries a %s from device to contract unchanged, unknown fields included', (kind) => {
    const message = { ...wellFormed(kind), vendor: { note: 'kept', list: [1, 'ü😀'] } }
    expect(decode(topicOf('door-1', kind), message)).toEqual([{ what: 'message', device: 'door-1', kind, message }])
  })

  it('reads over HTTP what it reads over MQTT', () => {
    for (const kind of kinds)
      expect([readItem({ device: 'door-1', kind, ...wellFormed(kind) })]).toEqual(
        decode(topicOf('door-1', kind), wellFormed(kind)),
      )
  })

  it.each([
    [{ kind: 'state' }, 'device'],
    [{ device: 'a/b', kind: 'state' }, 'Not a device key'],
    [{ device: 'door-1' }, 'kind'],
    [{ device: 'door-1', kind: 'constructor' }, 'Not a kind'],
    [[], 'Not a JSON object'],
    [{ device: 'door-1', kind: 'state', ...wellFormed('state'), note: 'x'.repeat(70_000) }, 'Too large'],
  ])('refuses the HTTP item %#, saying why', (item, reason) => {
    expect(() => readItem(item)).toThrow(reason)
  })

  it.each([
    'gatehouse/v1/door-1',
    'gatehouse/v1/door-1/',
    'gatehouse/v1//state',
    'gatehouse/v1/door-1/state/extra',
    'gatehouse/v1/-door/state',
    'gatehouse/v1/door 1/state',
    `gatehouse/v1/${'d'.repeat(101)}/state`,
    'gatehouse/v2/door-1/state',
    'gatehouse/v1/door-1/toString',
  ])('refuses the topic %s', (topic) => {
    expect(() => decode(topic, wellFormed('state'))).toThrow(Undecodable)
  })

  it.each([
    ['2026-11-21T06:39:00Z', '2026-11-21T06:39:00.000Z'],
    ['2026-11-21T06:39:00.1Z', '2026-11-21T06:39:00.100Z'],
    ['2026-11-21T06:39:00.123456Z', '2026-11-21T06:39:00.123Z'],
    ['2026-11-21T08:39:00.123+02:00', '2026-11-21T06:39:00.123Z'],
  ])('takes the time %s as %s', (at, utc) => {
    expect(decode(topicOf('c-1', 'count'), { ...wellFormed('count'), at })).toMatchObject([{ message: { at: utc } }])
  })

  it('refuses a good reading without a value, and keeps a faulty one', () => {
    const { value: _, ...silent } = wellFormed('reading')
    expect(() => decode(topicOf('g-1', 'reading'), silent)).toThrow('value')
    expect(decode(topicOf('g-1', 'reading'), { ...silent, quality: 'fault' })).toHaveLength(1)
  })

  it('names the wrong fields in its reason', () => {
    expect(() => decode(topicOf('c-1', 'count'), { ...wellFormed('count'), in: -1, out: 'many' })).toThrow(
      /in: .*; out: /,
    )
  })

  it('accepts exactly what the contract accepts', () => {
    const scalar = fc.oneof(
      fc.constantFrom('Locked', 'Open', 'CO', 'ppm', 'good', 'access', 'done', 'ringing'),
      fc.jsonValue(),
    )
    const fields = fc.dictionary(
      fc.constantFrom('value', 'in', 'out', 'online', 'type', 'mode', 'battery', 'state', 'x'),
      scalar,
    )
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fields, (kind, changed) => {
        const message: Record<string, unknown> = { ...wellFormed(kind), ...changed }
        const contract = messages[kind].safeParse(JSON.parse(JSON.stringify(message)))
        const empty = kind === 'reading' && message.quality === 'good' && (message.value ?? null) === null
        try {
          const [decoded] = decode(topicOf('d', kind), message)
          expect(contract.success && !empty).toBe(true)
          expect(decoded).toEqual({ what: 'message', device: 'd', kind, message: contract.data })
        } catch (error) {
          expect(error).toBeInstanceOf(Undecodable)
          const unstorable = /U\+0000|surrogate|__proto__|Nested/.test(String(error))
          expect(contract.success && !empty && !unstorable).toBe(false)
        }
      }),
      { numRuns: Number(process.env['GATEHOUSE_MALFORMED'] ?? 500) },
    )
  })

  it('takes every message that its documentation shows', () => {
    const page = readFileSync(new URL('../docs/devices.md', import.meta.url), 'utf8')
    const own = page.slice(0, page.indexOf('## Devices from the shops'))
    const shown = [...own.matchAll(/^\{ "(id|commandId)".*\}$/gm)].map(([line]): unknown => JSON.parse(line))
    expect(shown).toHaveLength(12)
    for (const message of shown) {
      const fits = [...Object.values(messages), commandMessage].filter((schema) => schema.safeParse(message).success)
      expect(fits, JSON.stringify(message)).not.toEqual([])
    }
    for (const [line] of own.matchAll(/^\[\{.*\}\]$/gm))
      for (const item of z.array(z.unknown()).parse(JSON.parse(line))) expect(readItem(item).what).toBe('message')
  })

  it('sends a command as it is, not retained, and ignores its own echo', () => {
    const command = aCommand('unlock', { seconds: 5 })
    const device = { key: 'door-1', kind: 'door', driver: 'gatehouse', address: 'door-1', config: null } as const
    const [sent] = gatehouse.encode(command, device)
    expect(sent).toEqual({
      topic: 'gatehouse/v1/door-1/command',
      payload: JSON.stringify(command),
      qos: 1,
      retain: false,
      expiresAt: command.expiresAt,
    })
    expect(decode('gatehouse/v1/door-1/command', command)).toMatchObject([{ what: 'ignored' }])
  })

  it('refuses each of 10,000 malformed messages with a reason that can be stored', () => {
    const ways = new Set<string>()
    for (const { topic, payload, way } of malformed(10_000, 'door-1')) {
      ways.add(way)
      let reason = ''
      try {
        gatehouse.decode(topic, payload, contextOf())
      } catch (error) {
        if (!(error instanceof Undecodable)) throw error
        reason = error.message
      }
      expect(reason, `${way}: ${payload.subarray(0, 200).toString()}`).not.toBe('')
      expect(reason.isWellFormed() && !reason.includes('\0')).toBe(true)
    }
    expect(ways.size).toBe(17)
  })
})
