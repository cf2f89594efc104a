// The SQL of sessions: who holds one and what it opens, by the database's word at this moment.
import { isPermission, own } from '@gatehouse/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf, updateRow } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'

/** What looking through another's eyes takes, all the time it lasts. */
const toView = ['manage_users', 'admin_access']

/** The permissions of a person, as given: to the account and by its roles. */
const given = (person: RawBuilder<unknown>) => sql<string[]>`
  ${person}.permissions || coalesce((select array_agg(distinct p) from user_role ur join role r on r.id = ur.role_id,
    unnest(r.permissions) p where ur.user_id = ${person}.id), '{}')`

export interface Found extends Caller {
  /** Whether the company wants tokens that scripts cannot use alone. */
  readonly split: boolean
}

export const findSession = (db: Db, tokenHash: Buffer): Promise<Found | null> => {
  const now = instant()
  return find(
    db,
    sql`(s.token_hash = ${tokenHash} or (s.previous_hash = ${tokenHash} and s.previous_until > ${now}))`,
    // The token before a rotation ends sooner than its session.
    sql`case when s.token_hash = ${tokenHash} then s.expires_at else least(s.expires_at, s.previous_until) end`,
    now,
  )
}

export const sessionById = (db: Db, sessionId: string): Promise<Found | null> =>
  find(db, sql`s.id = ${sessionId}`, sql`s.expires_at`, instant())

const find = async (
  db: Db,
  which: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
  now: RawBuilder<Date>,
): Promise<Found | null> => {
  const row = await firstOf<Row>(db)`
    select s.id as "sessionId", u.id as "userId", s.company_id as "companyId", u.company_id as "homeId", u.email,
      u.first_name || ' ' || u.last_name as name, ${until} as "expiresAt", u.verified, s.limited,
      coalesce(c.policy->>'token' = 'split', false) as split, ${given(sql`u`)} as permissions,
      coalesce((select array_agg(ul.label_id) from user_label ul where ul.user_id = u.id), '{}') as labels,
      case when v.id is not null then jsonb_build_object('id', v.id, 'email', v.email, 'name', v.first_name || ' ' ||
        v.last_name) end as viewer,
      case when v.id is not null then ${given(sql`v`)} end as "viewerHolds"
    from session s join users u on u.id = s.user_id left join users v on v.id = s.viewer_id
      left join company c on c.id = coalesce(v.company_id, u.company_id)
    where ${which} and s.revoked_at is null and s.expires_at > ${now} and u.status = 'active'
      and (s.viewer_id is null or (v.status = 'active' and v.verified))
      and not exists (select from session w where w.id = s.viewer_session_id and w.revoked_at is not null)
  `
  if (!row) return null
  const { homeId, verified, viewerHolds: held, ...found } = row
  const viewerHolds = held && new Set(held)
  if (viewerHolds && !toView.every((permission) => viewerHolds.has(permission))) return null
  const permissions = new Set(
    found.permissions
      .filter(isPermission)
      // An address that nobody has verified opens an account, and nothing beyond it; so does too weak a sign-in.
      .filter((p) => (verified && !found.limited) || own.includes(p))
      .filter((p) => !viewerHolds || viewerHolds.has(p)),
  )
  return {
    ...found,
    // Only who looks after every company can be in another than their own; who no longer does is back at once.
    companyId: permissions.has('manage_companies') ? (found.companyId ?? homeId) : homeId,
    permissions,
    labels: new Set(found.labels),
    expiresAt: found.expiresAt.getTime(),
  }
}

interface Row extends Omit<Found, 'permissions' | 'labels' | 'expiresAt'> {
  readonly homeId: string | null
  readonly permissions: string[]
  readonly labels: string[]
  readonly expiresAt: Date
  readonly verified: boolean
  readonly viewerHolds: string[] | null
}

/** Puts a session into another company: for who holds `manage_companies`, and as long as they do. */
export const placeSession = async (db: Db, sessionId: string, companyId: string): Promise<void> => {
  await updateRow(db, 'session', sessionId, { company_id: companyId })
}

export interface Opening {
  readonly id: string
  readonly userId: string
  readonly companyId: string | null
  readonly tokenHash: Buffer
  readonly rights: Buffer
  readonly expiresAt: Date
  readonly address: string
  readonly agent: string
  readonly method: string
  readonly limited: boolean
  /** The trusted browser that let in without a code. */
  readonly deviceId: string | null
  /** Not where the account has been locked since it was asked about: guesses may be under way beside the right one. */
  readonly unlessLocked: boolean
  /** Not where there were sessions before, and none with this agent. */
  readonly unlessNewBrowser: boolean
}

/**
 * Begins a session and all that goes with signing in, in one statement: failures are forgotten, the moment is kept.
 * Refused where the account is suspended or locked by now, and if asked for by a browser that is new.
 */
export const insertSession = async (db: Db, s: Opening): Promise<'begun' | 'locked' | 'new browser'> => {
  const now = instant()
  const row = await firstOf<{ begun: boolean; isNew: boolean }>(db)`
    with browser as (
      select ${s.unlessNewBrowser} and exists (select from session o where o.user_id = ${s.userId} and o.viewer_id is null)
        and not exists (select from session o where o.user_id = ${s.userId} and o.viewer_id is null
          and o.agent = ${s.agent}) as is_new
    ), seen as (
      update users u set last_signed_in_at = ${now} from browser where id = ${s.userId} and status = 'active'
        and not is_new and not (${s.unlessLocked} and exists (select from sign_in_attempt where account = ${accountOf(sql`u.email`)}
          and locked_until > ${now}))
      returning email
    ), forgiven as (
      delete from sign_in_attempt where account = (select ${accountOf(sql`email`)} from seen)
        and (locked_until is null or locked_until < ${now})
    ), used as (
      update trusted_device set last_used_at = ${now} where id = ${s.deviceId} and exists (select from seen)
    ), begun as (
      insert into session (id, user_id, company_id, token_hash, rights, expires_at, address, agent, method, limited)
      select ${s.id}, ${s.userId}, ${s.companyId}, ${s.tokenHash}, ${s.rights}, ${s.expiresAt}, ${s.address}, ${s.agent},
        ${s.method}, ${s.limited} from seen
      returning id
    )
    select exists (select from begun) as begun, is_new as "isNew" from browser
  `
  return row?.begun ? 'begun' : row?.isNew ? 'new browser' : 'locked'
}

/** The key of an address in `sign_in_attempt`. */
export const accountOf = (email: RawBuilder<unknown>) => sql<Buffer>`sha256(convert_to(lower(${email}), 'UTF8'))`
