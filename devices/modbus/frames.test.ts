import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crcOf, decodeAnswer, encodeRequest, type Framing, mostOf, type Request } from './frames.ts'

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const framing = fc.constantFrom<Framing>('tcp', 'rtu-over-tcp')
const table = fc.constantFrom('coil', 'discrete', 'holding', 'input')
const request: fc.Arbitrary<Request> = table.chain((of) =>
  fc.record({
    table: fc.constant(of),
    address: fc.integer({ min: 0, max: 65_535 }),
    count: fc.integer({ min: 1, max: mostOf(of) }),
    transaction: fc.integer({ min: 0, max: 65_535 }),
    unit: fc.integer({ min: 0, max: 255 }),
  }),
)

/** As a device would answer. */
const answerTo = (how: Framing, { table: of, unit, transaction }: Request, values: readonly number[]): Uint8Array => {
  const isBits = of === 'coil' || of === 'discrete'
  const data = isBits
    ? Array.from({ length: Math.ceil(values.length / 8) }, (_, byte) =>
        values.slice(byte * 8, byte * 8 + 8).reduce((sum, bit, at) => sum | (bit << at), 0),
      )
    : values.flatMap((word) => [word >> 8, word & 0xff])
  return framed(how, unit, transaction, [{ coil: 1, discrete: 2, holding: 3, input: 4 }[of], data.length, ...data])
}

const framed = (how: Framing, unit: number, transaction: number, pdu: readonly number[]) => {
  const length = pdu.length + 1
  if (how === 'tcp')
    return Uint8Array.of(transaction >> 8, transaction & 0xff, 0, 0, length >> 8, length & 0xff, unit, ...pdu)
  const crc = crcOf([unit, ...pdu])
  return Uint8Array.of(unit, ...pdu, crc & 0xff, crc >> 8)
}

const asked: Request = { table: 'holding', address: 0, count: 2, transaction: 7, unit: 1 }

describe('frames as makers print them', () => {
  test('Vaisala GMP252 User Guide M211897EN-D, A.3: reading CO2', () => {
    const read: Request = { ...asked, unit: 0xf0 }
    expect(encodeRequest('rtu-over-tcp', read)).toEqual(hex('F0 03 00 00 00 02 D1 2A'))
    expect(decodeAnswer('rtu-over-tcp', hex('F0 03 04 D4 7A 43 E8 33 AB'), read)).toMatchObject({
      kind: 'values',
      values: [0xd47a, 0x43e8],
    })
  })

  test('Oldham MX 43 manual, page 71: the measurement of a sensor', () => {
    const read: Request = { ...asked, unit: 2, address: 2000 + 96, count: 1 }
    expect(encodeRequest('rtu-over-tcp', read)).toEqual(hex('02 03 08 30 00 01 86 56'))
  })

  test('Senseair S8: reading CO2', () => {
    const read: Request = { ...asked, table: 'input', unit: 0xfe, address: 3, count: 1 }
    expect(encodeRequest('rtu-over-tcp', read)).toEqual(hex('FE 04 00 03 00 01 D5 C5'))
  })
})

describe('every answer', () => {
  const answered = request.chain((one) =>
    fc.record({
      one: fc.constant(one),
      values: fc.array(
        one.table === 'coil' || one.table === 'discrete'
          ? fc.integer({ min: 0, max: 1 })
          : fc.integer({ min: 0, max: 65_535 }),
        { minLength: one.count, maxLength: one.count },
      ),
    }),
  )

  test('is read as it was sent, however it is cut into pieces', () => {
    fc.assert(
      fc.property(framing, answered, fc.nat(), (how, { one, values }, cut) => {
        const frame = answerTo(how, one, values)
        expect(decodeAnswer(how, frame, one)).toEqual({ kind: 'values', values, rest: new Uint8Array() })
        expect(decodeAnswer(how, frame.subarray(0, cut % frame.length), one)).toEqual({ kind: 'more' })
      }),
    )
  })

  test('is no answer to another unit, function, or number of registers', () => {
    fc.assert(
      fc.property(framing, answered, (how, { one, values }) => {
        const frame = answerTo(how, one, values)
        const others: Request[] = [
          { ...one, unit: (one.unit + 1) % 256 },
          { ...one, table: one.table === 'holding' ? 'input' : 'holding', count: Math.min(one.count, 125) },
        ]
        for (const other of others) expect(decodeAnswer(how, frame, other).kind).toBe('broken')
      }),
    )
  })

  test('with a byte of it changed is never read as values on a serial line', () => {
    fc.assert(
      fc.property(answered, fc.nat(), fc.integer({ min: 1, max: 255 }), ({ one, values }, at, change) => {
        const frame = answerTo('rtu-over-tcp', one, values)
        const place = at % frame.length
        frame[place] = (frame[place] ?? 0) ^ change
        expect(decodeAnswer('rtu-over-tcp', frame, one).kind).not.toBe('values')
      }),
    )
  })
})

test('whatever comes is values of the right number, an exception, or nothing', () => {
  fc.assert(
    fc.property(framing, request, fc.uint8Array({ maxLength: 300 }), (how, one, bytes) => {
      const received = decodeAnswer(how, bytes, one)
      if (received.kind === 'values') expect(received.values).toHaveLength(one.count)
    }),
  )
})

test('an exception is told with its code', () => {
  for (const how of ['tcp', 'rtu-over-tcp'] as const)
    expect(decodeAnswer(how, framed(how, 1, 7, [0x83, 2]), asked)).toMatchObject({ kind: 'exception', code: 2 })
})

test('an answer to an earlier request is dropped, and the right one after it is read', () => {
  const late = answerTo('tcp', { ...asked, transaction: 6 }, [1, 2])
  const right = answerTo('tcp', asked, [3, 4])
  const received = decodeAnswer('tcp', Uint8Array.of(...late, ...right), asked)
  expect(received).toEqual({ kind: 'late', rest: right })
})

test('frames that are too long, too short or of another protocol end the connection', () => {
  const header = (protocol: number, length: number) => Uint8Array.of(0, 7, 0, protocol, length >> 8, length & 0xff, 1)
  expect(decodeAnswer('tcp', header(0, 255), asked).kind).toBe('broken')
  expect(decodeAnswer('tcp', header(0, 2), asked).kind).toBe('broken')
  expect(decodeAnswer('tcp', header(1, 7), asked).kind).toBe('broken')
  const crcAlone = answerTo('rtu-over-tcp', asked, [1, 2])
  expect(decodeAnswer('rtu-over-tcp', Uint8Array.of(...crcAlone, 0), asked).kind).toBe('broken')
})
