// Inviting people, one by one or from a file, and looking after invitations that wait.
import * as users from '@gatehouse/contract/identity/users'
import type { Invitation } from '@gatehouse/contract/identity/users'
import { type RawBuilder, sql } from 'kysely'
import { type Db, isoRowsOf, rowsOf, updateRow } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { existing, invalid, notFound } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Poster } from '../../messages/mail/mail.ts'
import { demandGivableLabels } from '../labels/labels.ts'
import { changeRights, demandGivable, type Held } from '../roles/roles.ts'
import { demandImportable, planImport, readPeople } from './import.ts'
import { invite, inviteAll, renewInvitation } from './invitations.ts'
import { addressFaults } from './known-addresses.sql.ts'

export const serveInvitations = (serve: Serve, { db, mail }: { readonly db: Db; readonly mail: Poster }) => {
  serve(users.invite, (invitee, caller, call) =>
    changeRights(db, caller, async (tx, held) => {
      await demandGivable(tx, held, invitee.roleIds)
      await demandGivableLabels(tx, { ...held, userId: caller.userId }, invitee.labelIds)
      const fault = (await addressFaults(tx, held.companyId, [invitee.email])).get(invitee.email.toLowerCase())
      if (fault) throw invalid([{ field: 'email', message: fault }])
      const id = await invite(tx, mail, { ...invitee, companyId: held.companyId, inviter: caller })
      const invitation = await shown(tx, caller, id)
      await call.record(tx, { subject: invitation.email, after: factsOf(invitation) })
      return { invitation }
    }),
  )

  serve(users.invitations, async (_input, caller) => ({ invitations: await read(db, caller, sql`true`) }))

  serve(users.resendInvitation, ({ invitationId }, caller, call) =>
    changeRights(db, caller, async (tx, held) => {
      await demandOffered(tx, caller, held, invitationId)
      const before = await shown(tx, caller, invitationId)
      await renewInvitation(tx, mail, invitationId, caller)
      const invitation = await shown(tx, caller, invitationId)
      await call.record(tx, { subject: invitation.email, ...changes(factsOf(before), factsOf(invitation)) })
      return { invitation }
    }),
  )

  serve(users.revokeInvitation, ({ invitationId }, caller, call) =>
    changeRights(db, caller, async (tx, held) => {
      await demandOffered(tx, caller, held, invitationId)
      const invitation = await shown(tx, caller, invitationId)
      await updateRow(tx, 'invitation', invitationId, { revoked_at: clock.now() })
      await call.record(tx, { subject: invitation.email, before: factsOf(invitation) })
    }),
  )

  serve(users.previewImport, async ({ csv }, caller) => {
    const { companyId } = caller
    if (companyId === null) throw notFound()
    const rows = (await planImport(db, { ...caller, companyId }, await readPeople(companyId, csv))).map(
      ({ row }) => row,
    )
    const bad = rows.filter((row) => row.faults.length > 0).length
    return { rows, good: rows.length - bad, bad }
  })

  serve(users.importPeople, async ({ csv }, caller, call) => {
    const lines = await readPeople(caller.companyId ?? '', csv)
    return changeRights(db, caller, async (tx, held) => {
      const invitees = demandImportable(await planImport(tx, { ...held, userId: caller.userId }, lines))
      await inviteAll(tx, mail, { companyId: held.companyId, inviter: caller }, invitees)
      const emails = invitees.map(({ email }) => email)
      await call.record(tx, { subject: `${emails.length} people`, after: { invited: emails } })
      return { invited: invitees.length }
    })
  })
}

const factsOf = ({ firstName, lastName, roles, invitedBy, expiresAt }: Invitation) => ({
  firstName,
  lastName,
  roles: roles.map(({ name }) => name),
  invitedBy,
  expiresAt,
})

const shown = async (db: Db, caller: Caller, id: string): Promise<Invitation> =>
  existing((await read(db, caller, sql`i.id = ${id}`))[0], 'This invitation')

// Only who could give what it offers sends or withdraws it.
const demandOffered = async (tx: Db, caller: Caller, held: Held & { readonly companyId: string }, id: string) => {
  await shown(tx, caller, id)
  const rows = await rowsOf<{ roleIds: string[]; labelIds: string[] }>(tx)`
    select array(select r.id from role r
        where r.id = any (i.role_ids) and (r.company_id = i.company_id or r.company_id is null)) as "roleIds",
      array(select l.id from label l where l.id = any (i.label_ids) and l.company_id = i.company_id) as "labelIds"
    from invitation i where i.id = ${id}
  `
  await demandGivable(tx, held, rows[0]?.roleIds ?? [])
  await demandGivableLabels(tx, { ...held, userId: caller.userId }, rows[0]?.labelIds ?? [])
}

/** Those of the caller's company that are neither accepted nor withdrawn, newest first; also those that have run out. */
const read = (db: Db, caller: Caller, where: RawBuilder<unknown>) =>
  isoRowsOf<Invitation>(db)`
    select i.id, i.email, i.first_name as "firstName", i.last_name as "lastName", i.created_at as "createdAt",
      i.expires_at as "expiresAt", u.first_name || ' ' || u.last_name as "invitedBy",
      coalesce((select jsonb_agg(jsonb_build_object('_id', r.id, 'name', r.name) order by r.sort_key) from role r
        where r.id = any (i.role_ids) and (r.company_id = i.company_id or r.company_id is null)), '[]') as roles
    from invitation i left join users u on u.id = i.invited_by
    where i.company_id = ${caller.companyId} and i.accepted_at is null and i.revoked_at is null and ${where}
    order by i.created_at desc, i.id desc
  `
