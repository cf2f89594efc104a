// What one carries oneself: the pass on one's own phone, and what one may open.
import * as access from '@gatehouse/contract/access/access'
import { instant } from '../../db/instant.ts'
import { type Db, rowsOf, updateRow } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { notFound, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Vault } from '../../kit/secrets/vault.ts'
import { changing, type Parts } from './changing.ts'
import { newMobileSecret, sealMobile } from './mobile.ts'
import { readCredentials, readTerms, withoutOwner } from './people.sql.ts'

export const serveMine = (serve: Serve, parts: Parts, vault: Vault) => {
  const { db } = parts

  serve(access.mine, async (_input, caller) => {
    const { userId } = caller
    const credentials = await readCredentials(db, null, { userId })
    return {
      terms: await readTerms(db, userId),
      credentials: credentials
        .filter((credential) => credential.revokedAt === null)
        // That there is a second PIN is known by who knows it, and not said on a screen that somebody else may see.
        .filter(({ duress }) => !duress)
        .map(withoutOwner)
        .map((credential) => ({ ...credential, number: credential.number && masked(credential.number) })),
      levels: await readOwnLevels(db, userId),
    }
  })

  serve(access.setUpMobile, ({ credentialId }, caller, call) =>
    changing(parts, caller, async (tx) => {
      const [found] = await readCredentials(tx, null, { credentialId })
      if (found?.userId !== caller.userId || found.kind !== 'mobile' || found.revokedAt !== null)
        throw notFound('This pass')
      call.annotate({ subject: found.label || 'pass on a phone' })
      if (!found.waiting)
        throw new Refusal(
          409,
          'ALREADY_SET_UP',
          'This pass is on a phone already. If it is not yours, or is lost, ask for a new one.',
        )
      const secret = newMobileSecret()
      await updateRow(tx, 'credential', credentialId, { secret: sealMobile(vault, credentialId, secret) })
      await call.record(tx, { before: { waiting: true }, after: { waiting: false } })
      return { credentialId, secret: secret.toString('base64url'), now: clock.iso() }
    }),
  )
}

const masked = (number: string): string => `…${number.slice(-Math.min(4, Math.floor(number.length / 2)))}`

const readOwnLevels = async (db: Db, userId: string) => {
  const now = instant()
  return rowsOf<{ level: { id: string; name: string }; schedule: { id: string; name: string } | null }>(db)`
    select jsonb_build_object('id', l.id, 'name', l.name) as level,
      case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as schedule
    from access_level l left join schedule s on s.id = l.schedule_id
    where exists (select from access_level_holder h where h.level_id = l.id and h.user_id = ${userId}
      and coalesce(h.valid_to > ${now}, true) and coalesce(h.valid_from <= ${now}, true)
      and coalesce(h.member_to > ${now}, true) and coalesce(h.member_from <= ${now}, true))
    order by l.sort_key, l.id
  `
}
