// Ten thousand ways to be wrong on Gatehouse's own wire, the same ones for the same seed: for unit and end-to-end tests.
import { type Kind, kinds, topicOf } from '@gatehouse/contract/building/wire'

export interface Malformed {
  readonly topic: string
  readonly payload: Buffer
  /** Which way of being wrong. */
  readonly way: string
}

/** Each must end in quarantine. Topics are well-formed and belong to `key`, so that a broker lets them through. */
export function* malformed(count: number, key: string, seed = 1): Generator<Malformed> {
  const random = mulberry32(seed)
  const pick = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]
  const [firstKind = 'event', ...otherKinds] = kinds
  for (let n = 0; n < count; n++) {
    const kind = pick<Kind>([firstKind, ...otherKinds])
    // Rare, or ten thousand messages would be a gigabyte.
    const way = n % 500 === 499 ? 'too large' : pick(ways)
    yield { topic: topicOf(key, kind), payload: make[way](kind, random, n), way }
  }
}

const base = (n: number) => ({ id: `malformed-${n}`, at: new Date(Date.UTC(2026, 10, 21) + n).toISOString() })

const good: Record<Kind, object> = {
  event: { type: 'access', direction: 'entry', credential: 'card:0012345678', result: 'granted' },
  state: { mode: 'Locked', lock: 'Locked', contact: 'Closed' },
  reading: { channel: 'CO', value: 12.5, unit: 'ppm', quality: 'good' },
  count: { in: 3, out: 1 },
  total: { line: 'Entrance', in: 3021, out: 2998 },
  call: { state: 'ringing', callId: 'c-1' },
  status: { online: true, battery: 97 },
  ack: { commandId: 'c-1', result: 'done' },
  ask: { credential: 'card:0012345678', direction: 'entry' },
  output: { active: true, fault: false },
}

/** One valid message of a kind. */
export const wellFormed = (kind: Kind, n = 0): Record<string, unknown> => ({ ...base(n), ...good[kind] })

const wrongFields: Record<Kind, readonly [string, unknown][]> = {
  output: [
    ['active', 'ON'],
    ['active', 1],
    ['fault', 'none'],
  ],
  event: [
    ['type', 7],
    ['type', ''],
    ['direction', 'sideways'],
    ['taken', 'yes'],
    ['credential', 'x'.repeat(121)],
  ],
  state: [
    ['mode', 'Ajar'],
    ['lock', null],
    ['contact', false],
    ['alarm', []],
  ],
  reading: [
    ['channel', 'XYZ'],
    ['unit', 'furlongs'],
    ['value', '12'],
    ['value', null],
    ['quality', 'fine'],
  ],
  total: [
    ['in', -1],
    ['out', 5e9],
    ['line', 7],
    ['since', 'yesterday'],
    ['wrapsAt', 1],
  ],
  count: [
    ['in', -1],
    ['in', 1.5],
    ['out', 1e9],
    ['out', '1'],
  ],
  call: [
    ['state', 'busy'],
    ['callId', {}],
  ],
  status: [
    ['online', 'true'],
    ['battery', 101],
    ['battery', '97'],
    ['firmware', 2],
  ],
  ack: [
    ['commandId', ''],
    ['result', 'ok'],
    ['reason', 5],
  ],
  ask: [
    ['credential', ''],
    ['credential', 12],
    ['credential', 'pin:1234'],
    ['pin', '1234'],
    ['direction', 'sideways'],
  ],
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
/** With a piece of JSON text put in as it is, which JSON.stringify would not write. */
const raw = (kind: Kind, n: number, field: string, text: string) =>
  Buffer.from(`${JSON.stringify(wellFormed(kind, n)).slice(0, -1)},${JSON.stringify(field)}:${text}}`)

type Make = (kind: Kind, random: () => number, n: number) => Buffer

const make = {
  'random bytes': (_, random) =>
    Buffer.from([0xff, ...Array.from({ length: 1 + random() * 200 }, () => random() * 256)]),
  truncated: (kind, random, n) => {
    const whole = json(wellFormed(kind, n))
    return whole.subarray(0, 1 + Math.floor(random() * (whole.length - 2)))
  },
  empty: () => Buffer.alloc(0),
  'not an object': (_, random) => {
    const texts = ['null', 'true', '42', '"text"', '[]', '[{}]']
    return Buffer.from(texts[Math.floor(random() * texts.length)] ?? 'null')
  },
  'huge number': (kind, random, n) => raw(kind, n, 'extra', random() < 0.5 ? '1e999' : '-9'.padEnd(400, '9')),
  'deep nesting': (kind, random, n) => {
    const depth = 25 + Math.floor(random() * 5000)
    return raw(kind, n, 'extra', `${'['.repeat(depth)}${']'.repeat(depth)}`)
  },
  'field missing': (kind, random, n) => {
    const { id, at, ...rest } = wellFormed(kind, n)
    return json(random() < 0.5 ? { id, ...rest } : { at, ...rest })
  },
  'wrong value': (kind, random, n) => {
    const list = wrongFields[kind]
    const [field, value] = list[Math.floor(random() * list.length)] ?? ['id', 0]
    return json({ ...wellFormed(kind, n), [field]: value })
  },
  'wrong id': (kind, random, n) =>
    json({ ...wellFormed(kind, n), id: [7, '', null, 'x'.repeat(201), ['a']][Math.floor(random() * 5)] }),
  'wrong time': (kind, random, n) => {
    const times = [
      'yesterday',
      '2026-02-30T10:00:00Z',
      '2026-11-21',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      17e11,
      '',
    ]
    return json({ ...wellFormed(kind, n), at: times[Math.floor(random() * times.length)] })
  },
  'invalid UTF-8': (kind, random, n) => {
    const whole = json({ ...wellFormed(kind, n), note: 'abcdefgh' })
    whole[whole.indexOf('abcdefgh') + Math.floor(random() * 8)] = 0xc0 + Math.floor(random() * 0x3f)
    return whole
  },
  'U+0000': (kind, random, n) => raw(kind, n, random() < 0.5 ? 'note' : 'no\0te', '"a\\u0000b"'),
  'lone surrogate': (kind, random, n) => raw(kind, n, 'note', random() < 0.5 ? '"a\\ud800b"' : '"\\udc00"'),
  'prototype field': (kind, _, n) => raw(kind, n, '__proto__', '{"online":true}'),
  'byte order mark': (kind, _, n) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), json(wellFormed(kind, n))]),
  'trailing text': (kind, _, n) => Buffer.concat([json(wellFormed(kind, n)), Buffer.from('}')]),
  'too large': (kind, random, n) => json({ ...wellFormed(kind, n), note: 'x'.repeat(65_536 + random() * 1000) }),
} as const satisfies Record<string, Make>

const ways: readonly [keyof typeof make, ...(keyof typeof make)[]] = [
  'random bytes',
  'truncated',
  'empty',
  'not an object',
  'huge number',
  'deep nesting',
  'field missing',
  'wrong value',
  'wrong id',
  'wrong time',
  'invalid UTF-8',
  'U+0000',
  'lone surrogate',
  'prototype field',
  'byte order mark',
  'trailing text',
]

const mulberry32 = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
