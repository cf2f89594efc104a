// What the store keeps about a person, column by column: whoever adds a secret to a table does not add it here.
import { type RawBuilder, sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'

export const pageRows = 2000

/** Section to JSON, of what each person has few of. */
export const about = async (db: Db, userId: string): Promise<[string, string][]> => {
  const sections = await Promise.all(
    Object.entries(short).map(async ([name, query]): Promise<[string, string]> => {
      const rows = await rowsOf<{ json: string | null }>(db)`select (${query(userId)})::text as json`
      return [name, rows[0]?.json ?? 'null']
    }),
  )
  return sections
}

/** The rows of a section as JSON, after the given one, newest first. */
export const pageOf = async (
  db: Db,
  userId: string,
  name: LongList,
  after: { at: string; id: string } | undefined,
): Promise<{ at: string; id: string; json: string }[]> => {
  const before = after ? sql`and (x.at, x.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  return rowsOf<{ at: string; id: string; json: string }>(db)`
    select x.at::text as at, x.id, row_to_json(x)::text as json from (${long[name](userId)}) x
    where true ${before} order by x.at desc, x.id desc limit ${pageRows}
  `
}

type Query = (userId: string) => RawBuilder<unknown>

const list = (rows: RawBuilder<unknown>) => sql`select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (${rows}) x`

const short: Record<string, Query> = {
  profile: (id) => sql`
    select to_jsonb(x) from (
      select u.id, u.email, u.verified, u.first_name as "firstName", u.last_name as "lastName",
        u.display_name as "displayName", u.phone, u.country, u.job, u.department, u.status,
        c.name as company, u.permissions, u.two_factor as "secondFactor", u.password_hash is not null as "hasPassword",
        u.password_changed_at as "passwordChangedAt", u.notification_preferences as "notificationPreferences",
        u.created_at as "createdAt", u.last_signed_in_at as "lastSignedInAt",
        (select count(*) from recovery_code r where r.user_id = u.id and r.used_at is null) as "recoveryCodesLeft"
      from users u left join company c on c.id = u.company_id where u.id = ${id}) x`,
  picture: (id) => sql`
    select jsonb_build_object('type', 'image/webp', 'createdAt', created_at, 'base64',
      translate(encode(large, 'base64'), E'\n', '')) from picture where user_id = ${id}`,
  roles: (id) =>
    list(sql`
    select r.name, r.permissions from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = ${id} order by r.sort_key`),
  labels: (id) =>
    list(sql`
    select l.name, l.colour from user_label ul join label l on l.id = ul.label_id
    where ul.user_id = ${id} order by l.sort_key`),
  savedViews: (id) =>
    list(sql`
    select page, name, query, shared, created_at as "createdAt" from saved_view
    where owner_id = ${id} order by created_at`),
  trustedDevices: (id) =>
    list(sql`
    select agent, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt"
    from trusted_device where user_id = ${id} order by created_at desc`),
  browsersWithNotifications: (id) =>
    list(sql`
    select agent, created_at as "createdAt", bound_at as "lastSignedInAt", last_sent_at as "lastSentAt"
    from push_subscription where user_id = ${id} order by created_at desc`),
  passkeys: (id) =>
    list(sql`
    select name, created_at as "createdAt", last_used_at as "lastUsedAt", backed_up as "backedUp", transports
    from passkey where user_id = ${id} order by created_at desc`),
  connections: (id) =>
    list(sql`
    select provider, subject, email, linked_at as "linkedAt" from social_account where user_id = ${id}`),
  credentials: (id) =>
    list(sql`
    select kind, case when kind = 'card' then value end as value, label, state, duress, valid_from as "validFrom",
      valid_to as "validTo", created_at as "createdAt", revoked_at as "revokedAt"
    from credential where user_id = ${id} order by kind, value`),
  accessTerms: (id) =>
    list(sql`
    select valid_from as "validFrom", valid_to as "validTo", suspended, extended_time as "extendedTime",
      passback_exempt as "passbackExempt", escort, changed_at as "changedAt"
    from access_person where user_id = ${id}`),
  accessGroups: (id) =>
    list(sql`
    select g.name, m.valid_from as "validFrom", m.valid_to as "validTo", m.added_at as "addedAt"
    from access_group_member m join access_group g on g.id = m.group_id where m.user_id = ${id} order by g.sort_key`),
  accessLevels: (id) =>
    list(sql`
    select l.name, p.valid_from as "validFrom", p.valid_to as "validTo", p.added_at as "addedAt"
    from access_level_person p join access_level l on l.id = p.level_id where p.user_id = ${id} order by l.sort_key`),
  visitorPassesAsHost: (id) =>
    list(sql`
    select visitor_name as visitor, visitor_company as company, valid_from as "validFrom", valid_to as "validTo", state
    from visitor_pass where host_id = ${id} order by valid_from desc`),
  presence: (id) =>
    list(sql`
    select z.name as zone, p.at from presence p left join zone z on z.id = p.zone_id where p.user_id = ${id}`),
  invitationsByMe: (id) =>
    list(sql`
    select i.email, i.first_name as "firstName", i.last_name as "lastName", i.job, i.department, c.name as company,
      i.created_at as "createdAt", i.expires_at as "expiresAt", i.accepted_at as "acceptedAt",
      i.revoked_at as "revokedAt"
    from invitation i join company c on c.id = i.company_id where i.invited_by = ${id} order by i.created_at desc`),
  invitationsToMe: (id) =>
    list(sql`
    select c.name as company, i.first_name as "firstName", i.last_name as "lastName", i.job, i.department,
      i.created_at as "createdAt", i.expires_at as "expiresAt", i.accepted_at as "acceptedAt",
      i.revoked_at as "revokedAt"
    from invitation i join company c on c.id = i.company_id
    where lower(i.email) = (select lower(email) from users where id = ${id} and verified) order by i.created_at desc`),
  joinRequests: (id) =>
    list(sql`
    select c.name as company, j.message, j.created_at as "createdAt", j.decision, j.decided_at as "decidedAt"
    from join_request j join company c on c.id = j.company_id where j.user_id = ${id} order by j.created_at desc`),
  apiKeysByMe: (id) =>
    list(sql`
    select name, created_at as "createdAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"
    from api_key where created_by = ${id} order by created_at desc`),
}

export type LongList = 'sessions' | 'activity' | 'entriesAndExits' | 'mails' | 'deliveries'
export const longLists: readonly LongList[] = ['sessions', 'activity', 'entriesAndExits', 'mails', 'deliveries']

const long: Record<LongList, Query> = {
  sessions: (id) => sql`
    select created_at as at, id, method, address, agent, last_seen_at as "lastSeenAt", expires_at as "expiresAt",
      revoked_at as "endedAt" from session where user_id = ${id} and viewer_id is null`,
  activity: (id) => sql`
    select at, id, action, input, status, address, correlation_id as "correlationId"
    from activity where user_id = ${id}`,
  entriesAndExits: (id) => sql`
    select e.at, e.id, e.type, e.result, e.reason, e.method, e.taken, e.source, d.name as door, z.name as zone
    from entry_exit_log e left join device d on d.id = e.door_id left join zone z on z.id = e.zone_id
    where e.user_id = ${id}`,
  mails: (id) => sql`
    select created_at as at, id, recipient, letter, subject, sent_at as "sentAt", failed_at as "failedAt"
    from mail where user_id = ${id}`,
  deliveries: (id) => sql`
    select created_at as at, id, channel, kind, target, status, reason, sent_at as "sentAt",
      delivered_at as "deliveredAt", seen_at as "seenAt" from delivery where user_id = ${id}`,
}
