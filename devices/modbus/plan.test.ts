import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostOf, type Span } from './frames.ts'
import { planReads, type PlanLimits, readOf } from './plan.ts'

const limitless: PlanLimits = { gap: 0, maxRegisters: 125, unreadable: [] }
const holding = (address: number, count = 1): Span => ({ table: 'holding', address, count })

test('neighbours are read together, and what is far apart is not', () => {
  expect(planReads([holding(4, 2), holding(0, 2), holding(2, 2), holding(100)], limitless)).toEqual([
    holding(0, 6),
    holding(100),
  ])
})

test('a gap is read along where the map allows it, and never across what the device refuses', () => {
  const spans = [holding(0), holding(4)]
  expect(planReads(spans, { ...limitless, gap: 2 })).toHaveLength(2)
  expect(planReads(spans, { ...limitless, gap: 3 })).toEqual([holding(0, 5)])
  const unreadable: PlanLimits['unreadable'] = [{ table: 'holding', from: 2, to: 2 }]
  expect(planReads(spans, { ...limitless, gap: 3, unreadable })).toHaveLength(2)
  expect(planReads(spans, { ...limitless, gap: 3, unreadable: [{ table: 'input', from: 2, to: 2 }] })).toHaveLength(1)
})

const span: fc.Arbitrary<Span> = fc.record({
  table: fc.constantFrom('coil', 'discrete', 'holding', 'input'),
  address: fc.integer({ min: 0, max: 400 }),
  count: fc.integer({ min: 1, max: 4 }),
})
const limits: fc.Arbitrary<PlanLimits> = fc.record({
  gap: fc.integer({ min: 0, max: 100 }),
  maxRegisters: fc.integer({ min: 4, max: 125 }),
  unreadable: fc.array(
    fc
      .tuple(fc.constantFrom('coil', 'discrete', 'holding', 'input'), fc.nat(400), fc.nat(10))
      .map(([table, from, more]) => ({ table, from, to: from + more }) as const),
    { maxLength: 5 },
  ),
})
const covers = (block: PlanLimits['unreadable'][number], { table, address, count }: Span) =>
  block.table === table && block.from < address + count && block.to >= address

test('every span is in a request whole, no request is too long or touches what is refused, and the order does not matter', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 40 }), limits, fc.nat(), (given, of, seed) => {
      const spans = given.filter((one) => !of.unreadable.some((block) => covers(block, one)))
      const reads = planReads(spans, of)
      for (const one of spans) expect(readOf(reads, one)).toBeDefined()
      for (const read of reads) {
        const isBits = read.table === 'coil' || read.table === 'discrete'
        expect(read.count).toBeLessThanOrEqual(isBits ? mostOf(read.table) : of.maxRegisters)
        expect(of.unreadable.some((block) => covers(block, read))).toBe(false)
        // Nothing is read that is not asked for, but for gaps.
        expect(spans.some((one) => one.table === read.table && one.address === read.address)).toBe(true)
      }
      const shuffled = spans.toSorted((a, b) => ((a.address * 31 + seed) % 7) - ((b.address * 31 + seed) % 7))
      expect(planReads(shuffled, of)).toEqual(reads)
      expect(reads.length).toBeLessThanOrEqual(spans.length)
    }),
  )
})
