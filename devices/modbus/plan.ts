// Which requests read everything that a map names: few, none longer than the device answers, none across what it refuses.
import { type RegisterMap, type RegisterTable, registerTable, widthOf } from '@gatehouse/contract/building/register-map'
import { hasBits, mostOf, type Span } from './frames.ts'

export interface PlanLimits extends Pick<RegisterMap, 'gap' | 'maxRegisters' | 'unreadable'> {}

/** What a map needs read: the channels' registers, those of their flags, and the battery. */
export const spansOf = (map: RegisterMap): Span[] => [
  ...map.channels.flatMap(({ register, flags }) => [
    { table: register.table, address: register.address, count: widthOf[register.type] },
    ...flags.map(({ table, address }) => ({ table, address, count: 1 })),
  ]),
  ...(map.battery
    ? [
        {
          table: map.battery.register.table,
          address: map.battery.register.address,
          count: widthOf[map.battery.register.type],
        },
      ]
    : []),
]

/**
 * The requests that together read all spans, by table and address. Spans are put into one request where no more than `gap`
 * unwanted addresses lie between them; a value is never divided between two. The same spans make the same plan, in
 * whatever order they come.
 */
export const planReads = (spans: readonly Span[], limits: PlanLimits): Span[] =>
  registerTable.options.flatMap((table) =>
    planTable(
      table,
      spans.filter((span) => span.table === table).toSorted((a, b) => a.address - b.address || a.count - b.count),
      limits,
    ),
  )

const planTable = (table: RegisterTable, spans: readonly Span[], { gap, maxRegisters, unreadable }: PlanLimits) => {
  const most = hasBits(table) ? mostOf(table) : Math.min(maxRegisters, mostOf(table))
  const blocks = unreadable.filter((block) => block.table === table)
  const reads: Span[] = []
  for (const span of spans) {
    const last = reads.at(-1)
    const end = Math.max(last ? last.address + last.count : 0, span.address + span.count)
    if (last && joins(last, span, gap, blocks) && end - last.address <= most)
      reads[reads.length - 1] = { table, address: last.address, count: end - last.address }
    else if (!last || end > last.address + last.count) reads.push({ ...span })
  }
  return reads
}

const joins = (last: Span, next: Span, gap: number, blocks: PlanLimits['unreadable']) => {
  const from = last.address + last.count
  if (next.address - from > gap) return false
  return !blocks.some((block) => block.from < next.address && block.to >= from)
}

/** Which of the requests reads this. */
export const readOf = (reads: readonly Span[], span: Span): Span | undefined =>
  reads.find(
    (read) =>
      read.table === span.table &&
      read.address <= span.address &&
      span.address + span.count <= read.address + read.count,
  )
