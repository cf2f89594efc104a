// Whether the record can be relied on, as alarm rules judge it: its chains hold, the key that signs them is there, and what
// is recorded is sealed. Of several nodes one looks.
import type { Logger } from 'pino'
import { holdLease } from '../../db/lease.ts'
import type { Store } from '../../db/pool.ts'
import { type Loop, clock } from '../../kit/clock.ts'
import type { PlaceObservation } from '../../kit/recorders.ts'
import { isKeyThere } from '../../kit/secrets/vault.ts'
import { usersHolding } from '../../messages/notifications/notifications.ts'
import type { OpenAuditLog } from './activity.ts'
import { installation } from './chain.ts'
import { checkRecord } from './serve-activity.ts'
import type { Finding, Verdict } from './verify.ts'

export interface WatchRecordParts {
  readonly store: Store
  readonly activity: OpenAuditLog
  /** The key in use, and the folder whose file it is from; null: it was given by the environment. */
  readonly key: { readonly bytes: Uint8Array; readonly dataDir: string | null }
  /** Judges what was found, and raises what comes of it. */
  readonly observe: (observations: readonly PlaceObservation[]) => Promise<void>
  readonly log: Logger
}

const everyMs = 5000
/** What was recorded longer ago and is not sealed waits for something that does not come. */
const sealedWithinMs = 60_000
const firstCheckMs = 60_000
const checkEveryMs = 3_600_000
/** Of all the time, checks take this share at most, however long the record is. */
const checkShare = 0.02

export const watchRecord = (parts: WatchRecordParts): { stop(): Promise<void> } => {
  const { store, activity, log } = parts
  /** By owner: what the newest check found. */
  const found = new Map<string, Finding['fault'] | null>()
  let checkAt = clock.ms() + firstCheckMs
  let isChecking = false
  let signs = 0
  let isChecked = false
  /** It was, since this server began to look. */
  let wasKeyGone = false
  let isQuiet = false
  /** Companies in which somebody reads what is recorded of no company. */
  let administering: ReadonlySet<string> = new Set()
  let checks: Loop | undefined
  let looks: Loop | undefined

  const check = async (stopped: AbortSignal) => {
    isChecking = true
    // What becomes suspect meanwhile is checked once more; and so is all where this check fails.
    let nextAt = 0
    checkAt = Number.POSITIVE_INFINITY
    try {
      const began = performance.now()
      const companies = await companiesOf(store)
      const holders = await usersHolding(store.pool, companies, ['manage_companies'])
      administering = new Set(holders.map(({ companyId }) => companyId))
      for (const owner of [...companies, installation]) {
        if (stopped.aborted) return
        const { firstBroken } = await verified(parts, owner, stopped)
        found.set(owner, firstBroken?.fault ?? null)
      }
      nextAt = clock.ms() + Math.max(checkEveryMs, (performance.now() - began) / checkShare)
      isChecked = true
      isQuiet = false
    } finally {
      isChecking = false
      checkAt = Math.min(checkAt, nextAt)
    }
  }

  const look = async () => {
    const companies = await companiesOf(store)
    const { foreign, damaged } = activity.sealer
    if (foreign.size + damaged.size > signs) {
      checkAt = 0
      checks?.wake()
    }
    signs = foreign.size + damaged.size
    const isKeyGone = parts.key.dataDir !== null && !(await isKeyThere(parts.key.dataDir, parts.key.bytes))
    wasKeyGone ||= isKeyGone
    const key = wasKeyGone ? { isGone: isKeyGone } : null
    const waiting = await waitingOf(store, [...foreign])
    const observations = companies.flatMap((id) => [
      ...observationsOf(id, found.get(id), key, activity.heads.failing || waiting.has(id)),
      ...(administering.has(id)
        ? observationsOf(id, found.get(installation), key, waiting.has(installation), installation)
        : []),
    ])
    const hasTrouble = observations.some(({ value }) => value)
    // What was well before and is well now has been judged.
    if (isQuiet && !hasTrouble) return
    await parts.observe(observations)
    isQuiet = !hasTrouble && isChecked && !isChecking
  }

  const begin = () => {
    isQuiet = false
    const isReady = () => store.ready()
    // Beside what is looked at every few seconds: a long record takes a while.
    checks = clock.every(everyMs, check, {
      log,
      failure: 'the record could not be checked; trying again',
      when: () => isReady() && clock.ms() >= checkAt,
    })
    looks = clock.every(everyMs, look, { log, failure: 'the record is not watched at the moment', when: isReady })
  }
  const end = async () => {
    await Promise.all([checks?.stop(), looks?.stop()])
  }

  const lease = holdLease({ store, key: 'record watch', log, acquired: begin, lost: () => void end() })
  return {
    async stop() {
      await lease.release()
      await end()
    },
  }
}

/** What does not hold is looked at twice: a year may have been archived meanwhile. */
const verified = async (
  { store, activity }: WatchRecordParts,
  owner: string,
  signal: AbortSignal,
): Promise<Verdict> => {
  const first = await checkRecord(store, activity, { owners: [owner], signal })
  return first.ok ? first : checkRecord(store, activity, { owners: [owner], signal })
}

const observationsOf = (
  companyId: string,
  fault: Finding['fault'] | null | undefined,
  /** null: it was there all the time. */
  key: { readonly isGone: boolean } | null,
  isWaiting: boolean,
  part?: string,
): PlaceObservation[] => {
  const at = clock.now()
  const of = part === undefined ? { companyId, at } : { companyId, at, part }
  const isOtherKey = fault === 'signature wrong'
  return [
    // Not checked yet: nothing can be stated of it.
    ...(fault === undefined ? [] : [{ ...of, measure: 'record.broken' as const, value: fault !== null }]),
    ...(fault === undefined && key === null
      ? []
      : [{ ...of, measure: 'record.key' as const, value: key?.isGone === true || isOtherKey }]),
    { ...of, measure: 'record.unsealed', value: isWaiting },
  ]
}

const companiesOf = async ({ pool }: Pick<Store, 'pool'>): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>('select id from company order by id')
  return rows.map(({ id }) => id)
}

/** Whose entries have waited for too long; what is not ours is found by the check. */
const waitingOf = async ({ pool }: Pick<Store, 'pool'>, except: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await pool.query<{ owner: string }>(
    `select distinct coalesce(a.company_id::text, $3) as owner
     from activity_unsealed u join activity a on a.id = u.entry_id and a.at = u.at
     where u.at < $1 and u.entry_id <> all ($2::uuid[])`,
    [new Date(clock.ms() - sealedWithinMs), except, installation],
  )
  return new Set(rows.map(({ owner }) => owner))
}
