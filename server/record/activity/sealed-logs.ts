// The entries and exits that the record seals by the hour, checked with it: each seal is an entry of the record, and what
// lies under it has to give its hash; what lies under none, though its hour is sealed, was not there.
import { setImmediate as breathe } from 'node:timers/promises'
import { clock } from '../../kit/clock.ts'
import type { Finding } from './verify.ts'
import type { Read } from './verify.sql.ts'

/** On the activity log. */
export const sealedAction = 'entryExit.sealed'

// What never changes of a row, as text that nothing else can look like.
const line = `json_build_array(l.id, l.company_id, l.user_id, l.door_id, l.zone_id, l.type, ${micros('l.at')}, l.result,
  l.reason, l.method, l.source, ${micros('l.device_at')}, ${micros('l.received_at')}, l.correlation_id, l.decision,
  l.recorded_by, l.note, l.corrects)::text`

function micros(column: string) {
  return `(extract(epoch from ${column}) * 1000000)::bigint`
}

/** In SQL, of rows `l` of the log: the hash that goes on the record. */
export const digestOfLogs = `encode(sha256(convert_to(string_agg(${line}, E'\\n' order by l.id), 'UTF8')), 'hex')`

interface Wanted {
  readonly read: Read
  /** Whose; all where absent. */
  readonly owners: readonly string[] | undefined
  /** Only what was sealed in these; all logs are counted where they are all. */
  readonly years: readonly [number, number]
  readonly signal: AbortSignal | undefined
}

export interface LogsChecked {
  /** How many entries and exits were there and held. */
  readonly checked: number
  readonly broken?: Finding
}

interface Seal {
  readonly entryId: string
  readonly at: Date
  readonly told: string
  readonly rows: number
  readonly hash: string
  /** How many rows say that they are this seal's: one is. */
  readonly places: number
  readonly uptoTx: string | null
  readonly kept: number
  readonly found: string
  /** Retention may have taken some of it by now. */
  readonly over: boolean
}

const sealsAtOnce = 20
const rowsAtOnce = 20_000
const everything: readonly [number, number] = [0, 9999]

export const checkSealedLogs = async (wanted: Wanted): Promise<LogsChecked> => {
  const { read, owners } = wanted
  const companies = await read<{ id: string }>(
    'select id::text as id from company where $1::text[] is null or id::text = any ($1) order by id',
    [owners ?? null],
  )
  let checked = 0
  for (const { id } of companies) {
    const found = await checkCompany(wanted, id)
    checked += found.checked
    if (found.broken) return { checked, broken: found.broken }
  }
  return { checked }
}

const checkCompany = async ({ read, years, signal }: Wanted, companyId: string): Promise<LogsChecked> => {
  const finding = (at: Date, fault: Finding['fault'], entryId: string | null, text: string): Finding => ({
    chain: `${companyId}/${at.getUTCFullYear()}`,
    seq: null,
    entryId,
    at: at.toISOString(),
    fault,
    says: text,
  })
  let checked = 0
  let upto: string | null = null
  for (let after: Seal | undefined; ; ) {
    const seals: Seal[] = await readSeals(read, companyId, years, after)
    for (const seal of seals) {
      const { at, entryId, rows, kept: heads } = seal
      const many = rows === 1 ? 'The entry or exit' : `Of ${rows} entries and exits`
      const when = `sealed at ${at.toISOString()}`
      if (seal.places !== 1)
        return { checked, broken: finding(at, 'missing', entryId, `It is not known any more which rows were ${when}.`) }
      if (heads < rows && seal.over) checked += heads
      else if (heads !== rows)
        return { checked, broken: finding(at, 'missing', entryId, `${many} ${when}, ${heads} are there.`) }
      else if (seal.found !== seal.hash)
        return { checked, broken: finding(at, 'changed', entryId, `${many} ${when}, one is not what it was.`) }
      else checked += heads
      if (seal.uptoTx !== null && (upto === null || BigInt(seal.uptoTx) > BigInt(upto))) upto = seal.uptoTx
    }
    if (seals.length < sealsAtOnce) break
    after = seals.at(-1)
    await breathe()
    signal?.throwIfAborted()
  }
  if (years[0] > everything[0] || years[1] < everything[1]) return { checked }
  const lone = await loneLog(read, companyId, upto, signal)
  if (!lone) return { checked }
  const description = `The entry or exit ${lone.id} lies under no seal, though everything of its time is sealed.`
  return { checked, broken: finding(lone.at, 'not linked', null, description) }
}

/** By the record, which is proven itself; what is said beside it of where the rows are is believed by their hash alone. */
const readSeals = (read: Read, companyId: string, years: readonly [number, number], after: Seal | undefined) =>
  read<Seal>(
    `select a.id as "entryId", a.at, a.at::text as told, (a.after ->> 'rows')::int as rows, a.after ->> 'hash' as hash,
       place.places::int as places, place.upto as "uptoTx", now_there.kept, now_there.found,
       a.at < $6::timestamptz - make_interval(days => r.keep_days) as over
     from (select a.id, a.at, a.after, a.correlation_id from activity a
         where a.company_id = $1 and a.action = '${sealedAction}'
           and extract(year from a.at at time zone 'UTC') between $2 and $3
           and (a.at, a.id) > ($4::timestamptz, $5::uuid)
         order by a.at, a.id limit ${sealsAtOnce}) a
       cross join (select keep_days from retention where series = 'entry_exit_log') r
       cross join lateral (select count(*) as places, min(s.from_tx::text) as "from", min(s.upto_tx::text) as upto,
           min(s.first_id::text) as first, min(s.last_id::text) as last
         from entry_exit_seal s where s.company_id = $1 and s.correlation_id = a.correlation_id) place
       cross join lateral (select count(*)::int as kept, coalesce(${digestOfLogs}, '') as found from entry_exit_log l
         where l.company_id = $1 and l.tx >= place."from"::xid8 and l.tx < place.upto::xid8
           and l.id >= place.first::uuid and l.id <= place.last::uuid) now_there
     order by a.at, a.id`,
    [
      companyId,
      years[0],
      years[1],
      after?.told ?? '-infinity',
      after?.entryId ?? '00000000-0000-0000-0000-000000000000',
      clock.now(),
    ],
  )

interface Place {
  readonly from: bigint
  readonly upto: bigint
  readonly first: string
  readonly last: string
}

/** A row of the company that no seal covers although it says to be of a time that is sealed, or that has not come yet. */
const loneLog = async (read: Read, companyId: string, upto: string | null, signal: AbortSignal | undefined) => {
  const [position] = await read<{ sealed: string; begins: string; next: string }>(
    `select greatest(coalesce($1, '0')::xid8, p.tx)::text as sealed,
       case when exists (select from entry_exit_seal z where z.company_id = $2 and z.from_tx = '0') then '0'
         else coalesce((select b.tx from rollup_position b where b.series = 'entry_exit_seal_before')::text, '0') end as begins,
       pg_snapshot_xmax(pg_current_snapshot())::text as next
     from rollup_position p where p.series = 'entry_exit_seal'`,
    [upto, companyId],
  )
  if (!position) return undefined
  const places = await readPlaces(read, companyId)
  const [sealed, begins, next] = [BigInt(position.sealed), BigInt(position.begins), BigInt(position.next)]
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows: { id: string; at: Date; tx: string }[] = await read(
      `select l.id, l.at, l.tx::text as tx from entry_exit_log l where l.company_id = $1 and l.id > $2::uuid
       order by l.id limit ${rowsAtOnce}`,
      [companyId, after],
    )
    const lone = rows.find(({ id, tx: text }) => {
      const tx = BigInt(text)
      return tx >= next || (tx >= begins && tx < sealed && !isCovered(places, id, tx))
    })
    if (lone) return lone
    if (rows.length < rowsAtOnce) return undefined
    after = rows.at(-1)?.id ?? after
    await breathe()
    signal?.throwIfAborted()
  }
}

const readPlaces = async (read: Read, companyId: string): Promise<Place[]> => {
  const rows = await read<{ from: string; upto: string; first: string; last: string }>(
    `select s.from_tx::text as "from", s.upto_tx::text as upto, s.first_id::text as first, s.last_id::text as last
     from entry_exit_seal s
     where s.company_id = $1 and exists (select from activity a where a.correlation_id = s.correlation_id
       and a.action = '${sealedAction}' and a.company_id = s.company_id)
     order by s.from_tx, s.first_id`,
    [companyId],
  )
  return rows.map(({ from, upto, first, last }) => ({ from: BigInt(from), upto: BigInt(upto), first, last }))
}

/** Seals of the same transactions part them by id; no others overlap. */
const isCovered = (places: readonly Place[], id: string, tx: bigint): boolean => {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.from ?? 0n) <= tx) low = middle + 1
    else high = middle
  }
  const from = places[low - 1]?.from
  for (let n = low - 1; n >= 0; n--) {
    const place = places[n]
    if (!place || place.from !== from) return false
    if (tx < place.upto && id >= place.first && id <= place.last) return true
  }
  return false
}
