// The user as the browser may know it.
import type { User } from '@gatehouse/contract/identity/auth'
import { isPermission, own } from '@gatehouse/contract/permissions'
import { sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'

/** The user of a session, as its holder may know them: with what this session opens. */
export const userOf = async (db: Db, caller: Caller): Promise<User | null> => {
  const user = await userById(db, caller.userId, caller.companyId, caller.viewer)
  if (!user) return null
  const status = caller.viewer ? await statusOf(db, caller.userId) : user.status
  return opening({ ...user, status }, [...caller.permissions], caller.limited)
}

// Every open page asks for its session each 5 minutes.
const seenLatelyMs = 6 * 60_000

/** By their own sessions; who looks through their eyes does not make them online. */
const statusOf = async (db: Db, userId: string): Promise<User['status']> => {
  const now = instant()
  const seen = await firstOf<{ lately: boolean | null }>(db)`
    select bool_or(last_seen_at > ${now} - ${seenLatelyMs} * interval '1 millisecond') as lately from session
    where user_id = ${userId} and viewer_id is null and revoked_at is null and expires_at > ${now}
  `
  if (seen?.lately === undefined || seen.lately === null) return 'offline'
  return seen.lately ? 'online' : 'away'
}

/**
 * As one who may do just this, and no role more: browsers draw their menus from the union of both, and would offer what
 * an unverified address, too weak a sign-in or the eyes of another do not open.
 */
export const opening = (user: User, permissions: readonly string[], limited = false): User => {
  const held = new Set(permissions)
  return {
    ...user,
    limited,
    permissions: [...held].sort(),
    roles: user.roles.map((role) => ({ ...role, permissions: role.permissions.filter((p) => held.has(p)) })),
  }
}

/**
 * The user with roles, labels and a company: the one they are in now, else their own. Permissions are the effective
 * ones; `userOf` answers those of a session, which can be fewer.
 */
export const userById = async (
  db: Db,
  userId: string,
  companyId?: string | null,
  viewer: Caller['viewer'] = null,
): Promise<User | null> => {
  const row = await firstOf<UserRow>(db)`select ${userColumns(companyId)} from users u where u.id = ${userId}`
  return row ? toUser(row, viewer) : null
}

export interface UserRow {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly display_name: string | null
  readonly phone: string | null
  readonly country: string | null
  readonly job: string | null
  readonly department: string | null
  readonly picture_id: string | null
  readonly verified: boolean
  readonly permissions: string[]
  readonly last_signed_in_at: Date | null
  readonly roles: { _id: string; name: string; permissions: string[] }[]
  readonly labels: { _id: string; name: string }[]
  readonly company: { id: string; name: string; timeZone: string } | null
}

/** What is read of `users u` for its `toUser`. */
export const userColumns = (companyId: string | null = null) => sql`
  u.id, u.email, u.first_name, u.last_name, u.display_name, u.phone, u.country, u.job, u.department, u.verified,
  u.permissions, u.last_signed_in_at, (select p.id from picture p where p.user_id = u.id) as picture_id,
  coalesce((select jsonb_agg(jsonb_build_object('_id', r.id, 'name', r.name, 'permissions', r.permissions)
    order by r.sort_key, r.id) from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id), '[]') as roles,
  coalesce((select jsonb_agg(jsonb_build_object('_id', l.id, 'name', l.name) order by l.sort_key, l.id)
    from user_label ul join label l on l.id = ul.label_id where ul.user_id = u.id), '[]') as labels,
  (select jsonb_build_object('id', c.id, 'name', c.name, 'timeZone', c.time_zone)
    from company c where c.id = coalesce(${companyId}, u.company_id)) as company`

export const toUser = (row: UserRow, viewer: Caller['viewer'] = null): User => {
  const granted = [...row.permissions, ...row.roles.flatMap((role) => role.permissions)].filter(isPermission)
  const permissions = row.verified ? granted : granted.filter((p) => own.includes(p))
  const picture = pictureUrl(row.picture_id)
  const user: User = {
    id: row.id,
    email: row.email,
    displayName: row.display_name ?? `${row.first_name} ${row.last_name}`,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    country: row.country,
    job: row.job,
    department: row.department,
    avatar: picture,
    profilePicture: picture,
    // Whoever is answered about themselves is here.
    status: 'online',
    verified: row.verified,
    roles: row.roles,
    permissions,
    accessibleLabels: row.labels,
    lastLoggedIn: row.last_signed_in_at?.toISOString() ?? null,
    company: row.company,
    limited: false,
    viewedBy: viewer?.name ?? null,
  }
  return opening(user, permissions)
}

/** From the root of our pages; null where there is no picture. */
export const pictureUrl = (pictureId: string | null): string | null =>
  pictureId === null ? null : `/api/pictures/${pictureId}/medium`
