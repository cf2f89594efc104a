// What a company has of the first steps, read from its data.
import type { SetUp, Step } from '@gatehouse/contract/system/setup'
import { sql } from 'kysely'
import { type Db, execute, firstOf } from '../../db/pool.ts'

interface Stored {
  readonly done: readonly Step[]
  readonly skipped: readonly Step[]
  readonly hidden: boolean
  readonly demo: boolean
  readonly company: string
  readonly testMail: SetUp['testMail']
}

export interface Chosen {
  readonly skipped: readonly Step[]
  readonly hidden: boolean
}

const isoOf = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** The newest test mail that a mail server accepted settles its step; one in the local mailbox proves nothing. */
export const readSetUp = (db: Db, companyId: string, { userId, mailServer }: { userId: string; mailServer: boolean }) =>
  firstOf<Stored>(db)`
    with done (step, met) as (values
      ('place', exists (select from floor where company_id = ${companyId})),
      ('device', exists (select from device where company_id = ${companyId} and retired_at is null)),
      ('people', exists (select from users where company_id = ${companyId} and id <> ${userId})),
      ('access', exists (
        select from access_level l where l.company_id = ${companyId}
          and (exists (select from access_level_door d where d.level_id = l.id)
            or exists (select from access_level_door_group g where g.level_id = l.id))
          and (exists (select from access_level_person p where p.level_id = l.id)
            or exists (select from access_level_group g where g.level_id = l.id)))),
      ('test', exists (select from command where company_id = ${companyId} and status = 'confirmed')
        or exists (select from entry_exit_log where company_id = ${companyId} and device_at is not null)),
      ('colleague', exists (
          select from users where company_id = ${companyId} and id <> ${userId} and last_signed_in_at is not null)
        or exists (select from invitation where company_id = ${companyId} and revoked_at is null)),
      ('mail', ${mailServer}::boolean and exists (
        select from mail where company_id = ${companyId} and letter = 'test-mail' and sent_at is not null)))
    select array(select step from done where met) as done, coalesce(s.skipped, '{}') as skipped,
      coalesce(s.hidden, false) as hidden, c.demo, c.name as company, (
        select jsonb_build_object('to', m.recipient, 'error', m.error, 'at', ${isoOf('m.created_at')}, 'status',
          case when m.sent_at is not null then 'sent' when m.failed_at is not null then 'failed' else 'queued' end)
        from mail m where m.company_id = c.id and m.letter = 'test-mail' order by m.created_at desc, m.id desc limit 1
      ) as "testMail"
    from company c left join company_setup s on s.company_id = c.id where c.id = ${companyId}
  `

export const writeChoice = (db: Db, companyId: string, { skipped, hidden }: Chosen) =>
  execute(db)`
    insert into company_setup (company_id, skipped, hidden) values (${companyId}, ${[...skipped]}::text[], ${hidden})
    on conflict (company_id) do update set skipped = excluded.skipped, hidden = excluded.hidden
  `
