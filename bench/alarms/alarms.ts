// Scenario: alarms. What 3,000 rules cost the ingest of a thousand detectors, and the first page of a desk that has a
// million alarms behind it.
import { z } from 'zod'
import { type NewRule, replaceRules } from './rules.ts'
import { type Cluster, run } from '../cluster.ts'
import { type Context, takeTurns } from '../context.ts'
import { signIn, startGatehouse, startInWorld } from '../gatehouse.ts'
import type { Job } from '../http-job.ts'
import { takeRounds } from '../http-rounds.ts'
import { type IngestGatehouse, sendTo, startIngestGatehouse } from '../ingest-gatehouse.ts'
import { atMost, type Outcome, type Reach, type Row, voided } from '../kit/results.ts'
import { loaderCpu, pinTo, serverCpu } from '../kit/processes.ts'
import { median } from '../kit/stats.ts'
import type { Company } from '../world.ts'

/** Per detector: at a high value, of a fast rise, and of none for a while. */
const conditions = [
  {
    kind: 'threshold',
    measure: 'gas.CO',
    comparison: 'above',
    value: 1e9,
    hysteresis: 1,
    onDelaySeconds: 0,
    offDelaySeconds: 30,
  },
  {
    kind: 'threshold',
    measure: 'gas.CO',
    comparison: 'below',
    value: -1,
    hysteresis: 1,
    onDelaySeconds: 0,
    offDelaySeconds: 30,
  },
  { kind: 'stale', measure: 'gas.CO', seconds: 86_400 },
] as const

const pageSize = 50
/** Requests a second. */
const rate = 50
const openAlarms = 500

export const alarms = async (context: Context): Promise<Outcome> => {
  const rows = [...(await ingestRows(context)), await deskRow(context)]
  return { rows, reach: reachOf(rows) }
}

const without = 'ingest without rules'
const withRules = 'ingest with 3,000 rules, three per detector'

const ingestRows = async (context: Context): Promise<Row[]> => {
  const { cluster, rounds, seconds } = context
  const subjects: { readonly who: string; readonly gatehouse: IngestGatehouse }[] = []
  for (const [who, name, each] of [
    [without, 'gatehouse_without_rules', []],
    [withRules, 'gatehouse_with_rules', conditions],
  ] as const) {
    context.log(`alarms: preparing ${who}`)
    subjects.push({ who, gatehouse: await prepareIngest(cluster, name, each) })
  }
  // Wherever else it is put, beside the server or not, decides more than rules do.
  pinTo(cluster.running, String(loaderCpu))
  const turns = await takeTurns(
    subjects,
    rounds,
    async ({ gatehouse }) => (await sendTo(gatehouse, { seconds })).perSecond,
  )
  pinTo(cluster.running, `${serverCpu},${loaderCpu}`)
  return turns.map(
    ({ subject: { who }, results }): Row =>
      Array.isArray(results)
        ? {
            scenario: 'alarms',
            who,
            unit: 'rows/s',
            rounds: results,
            better: 'more',
            note: 'every acknowledged id stored once',
          }
        : voided('alarms', who, results),
  )
}

const prepareIngest = async (cluster: Cluster, name: string, each: readonly object[]): Promise<IngestGatehouse> => {
  const gatehouse = await startIngestGatehouse(cluster, name)
  const { url, detectors } = gatehouse
  const rules = detectors.flatMap(({ id, companyId }) =>
    each.map((condition): NewRule => ({ companyId, severity: 'low', condition, deviceId: id })),
  )
  await replaceRules(
    url,
    detectors.map(({ companyId }) => companyId),
    rules,
  )
  return gatehouse
}

const listed = z.object({ alarms: z.array(z.object({ id: z.string() })) })

const deskRow = async (context: Context): Promise<Row> => {
  const { cluster, quick, log } = context
  const alarmCount = quick ? 100_000 : 1_000_000
  const who = `desk, first page of ${alarmCount / 1_000_000}M alarms, ${openAlarms} of them open`
  try {
    log(`alarms: writing ${alarmCount}`)
    const {
      url,
      gatehouse: first,
      companies,
      password,
    } = await startInWorld(cluster, 'gatehouse_alarms', {
      role: 'admin',
      companies: 2,
      doors: 200,
      detectors: 200,
      people: 5,
    })
    const [company, stranger] = companies
    if (!company || !stranger) throw new Error('no companies')
    await first.running.stop()
    await writeAlarms(url, company, alarmCount)
    await writeAlarms(url, stranger, alarmCount / 100)
    await run(url, 'vacuum analyze alarm')
    const { address, port } = await startGatehouse({ url, name: 'gatehouse_alarms' })
    const headers = { Authorization: `Bearer ${await signIn(address, company.email, password)}` }
    const truth = await run(url, `select id from alarm where company_id = $1 order by urgency, id limit ${pageSize}`, [
      company.id,
    ])
    const callers: Job['callers'] = []
    // Of all that was ever raised the open ones come first as well.
    for (const state of ['open', 'any']) {
      const path = `/api/alarms?state=${state}&limit=${pageSize}`
      const expected = await (await fetch(address + path, { headers })).text()
      const { alarms: page } = listed.parse(JSON.parse(expected))
      if (page.length !== pageSize || page.some(({ id }, i) => id !== truth[i]?.id)) throw new Error('the wrong alarms')
      callers.push({ path, headers, expected })
    }
    return {
      scenario: 'alarms',
      who,
      unit: 'ms',
      ...(await takeRounds(context, { port, callers, rate })),
      better: 'less',
      note: `every answer compared with the rows that SQL finds; ${rate} requests a second`,
    }
  } catch (error) {
    return voided('alarms', who, error)
  }
}

/** Evenly over the year, at doors and detectors in turn; the newest are open, a few of them shelved. */
const writeAlarms = async (url: string, { id, doors, detectors }: Company, alarmCount: number) => {
  const rule = await run(
    url,
    `with r as (
       insert into alarm_rule (id, company_id, preset, version, enabled)
       values (gen_random_uuid(), $1, null, 1, true) returning id)
     insert into alarm_rule_version (rule_id, version, name, severity, definition, created_at)
     select id, 1, 'Tried', 'medium', '{}', now() from r returning rule_id`,
    [id],
  )
  await run(
    url,
    `insert into alarm (id, company_id, rule_id, rule_version, source, device_id, title, severity, correlation_id,
       is_first_out, is_active, raised_at, last_at, returned_at, count, acknowledged_at, acknowledged_by, is_suppressed,
       is_out_of_service, is_annunciated, latches, reason_asked, checklist, cleared_at, shelved_at, shelved_until,
       shelved_by, shelved_reason)
     select gen_random_uuid(), $1, $2, 1, device || '/' || i, device, 'Tried',
       (array['low', 'medium', 'medium', 'high', 'critical'])[1 + i % 5], gen_random_uuid(), true, is_open, at, at,
       case when not is_open then at end, 1, case when not is_open or i % 3 = 0 then at end,
       case when not is_open or i % 3 = 0 then 'Guard' end, false, false, true, false, false, '{}',
       case when not is_open then at end, s, case when s is not null then now() + interval '8 hours' end,
       case when s is not null then 'Guard' end, case when s is not null then 'Known' end
     from (
       select i, i > ${alarmCount - openAlarms} as is_open, ($3::uuid[])[1 + i % ${doors.length + detectors.length}] as device,
         now() - (${alarmCount} - i) * interval '${(360 * 86_400) / alarmCount} seconds' as at,
         case when i > ${alarmCount - openAlarms} and i % 20 = 0 then now() end as s
       from generate_series(1, ${alarmCount}) i) made`,
    [id, rule[0]?.rule_id, [...doors, ...detectors].map((device) => device.id)],
  )
}

// Round by round, as both take turns and a machine that others use is slower for both: the median of what each round cost.
const slowdownOf = (rows: readonly Row[]): number => {
  const [bare = [], ruled = []] = [without, withRules].map((who) => rows.find((row) => row.who === who)?.rounds ?? [])
  return median(ruled.map((perSecond, round) => 100 * (1 - perSecond / (bare[round] ?? Number.NaN))))
}

const reachOf = (rows: readonly Row[]): Reach[] => {
  const desk = rows.at(-1)?.p99 ?? []
  return [
    atMost('alarms: 3,000 rules slow the ingest by at most 10 %', slowdownOf(rows), 10, '%'),
    atMost('alarms: first page of the desk p99 at most 20 ms', desk.length > 0 ? median(desk) : Number.NaN, 20, 'ms'),
  ]
}
