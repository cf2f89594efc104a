// What a gas channel measured within the window before a reading, for rules about how fast it changes.
import type pg from 'pg'
import type { Observation } from '../../kit/recorders.ts'
import type { Rule } from './rules.ts'

interface Observed {
  readonly observation: Observation
  readonly rules: readonly Rule[]
}

/** The lowest and the highest value of the window; null: nothing was measured in it. */
export type Earlier = (asked: {
  readonly rule: Rule
  readonly observation: Observation
}) => { readonly min: number; readonly max: number } | null

const channelOf = ({ measure }: Observation) => measure.slice(measure.indexOf('.') + 1)

/** One statement for all of a batch; none where no rule asks. */
export const earliestOf = async (tx: Pick<pg.ClientBase, 'query'>, all: readonly Observed[]): Promise<Earlier> => {
  const asked: { readonly id: string; readonly observation: Observation; readonly seconds: number }[] = []
  for (const { observation, rules } of all)
    for (const { id, condition } of rules)
      if (condition.kind === 'rate') asked.push({ id, observation, seconds: condition.withinSeconds })
  if (asked.length === 0) return () => null
  const { rows } = await tx.query<{ n: number; min: number | null; max: number | null }>({
    name: 'alarm-rates',
    text: `
      select t.n::int, r.min, r.max
      from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::int[]) with ordinality as t (device_id, channel, at, seconds, n)
        cross join lateral (
          select min(g.value) as min, max(g.value) as max from gas_reading g
          where g.device_id = t.device_id and g.channel = t.channel and g.quality = 'good'
            and g.at >= t.at - t.seconds * interval '1 s' and g.at < t.at) r`,
    values: [
      asked.map(({ observation }) => observation.deviceId),
      asked.map(({ observation }) => channelOf(observation)),
      asked.map(({ observation }) => observation.at),
      asked.map(({ seconds }) => seconds),
    ],
  })
  const found = new Map<Observation, Map<string, { min: number; max: number }>>()
  for (const { n, min, max } of rows) {
    const one = asked[n - 1]
    if (!one || min === null || max === null) continue
    const byRule = found.get(one.observation) ?? new Map<string, { min: number; max: number }>()
    found.set(one.observation, byRule.set(one.id, { min, max }))
  }
  return ({ rule, observation }) => found.get(observation)?.get(rule.id) ?? null
}
