// Visitor passes: issued, mailed, shown, used and withdrawn.
import { randomBytes } from 'node:crypto'
import * as passes from '@gatehouse/contract/access/passes'
import type { Pass } from '@gatehouse/contract/access/passes'
import type { Parsed } from '@gatehouse/contract/operation'
import type pg from 'pg'
import { v7 as uuid } from 'uuid'
import { type Db, insertRow, updateRow } from '../../db/pool.ts'
import type { Bus } from '../../kit/bus.ts'
import { type Caller, can, companyOf } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { alone, type SortedFilter, withoutOrder } from '../../db/sorted.ts'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import { digestOf } from '../../kit/secrets/secrets.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import type { Poster } from '../../messages/mail/mail.ts'
import { type Notice, notify } from '../../messages/notifications/notifications.ts'
import { changing, demandKnown, demandPeriod, type Parts, readLevels, visiblePeople } from '../access/access.ts'
import { beyondOwn } from './choices.sql.ts'
import { type Arrival, codeOf, passBehind, passesList, readPasses, writeUses } from './passes.sql.ts'
import { noSuchPass, passPage } from './pass-page.ts'

/** Nobody is a visitor for longer. */
const longestMs = 366 * 86_400_000
const codeBytes = 24
const linkBytes = 32

/** A pass as the caller may see it; 404 where there is none. */
export const shown = async (db: Db, caller: Caller, passId: string): Promise<Pass> => {
  const [pass] = await readPasses(db, {
    companyId: companyOf(caller),
    scope: labelScope(caller),
    passId,
    limit: 1,
    order: alone,
  })
  if (!pass) throw notFound('This pass')
  return withoutOrder(pass)
}

export const servePasses = (serve: Serve, parts: Parts, mail: Poster) => {
  const { db, bus } = parts

  const altered = (caller: Caller) => bus.publish(passes.altered, companyOf(caller), { at: clock.iso() })

  serve(passes.list, async (wanted, caller) => {
    const whose = { companyId: companyOf(caller), scope: labelScope(caller) }
    const rowsOf = (filter: SortedFilter<typeof passes.list>) => readPasses(db, { ...filter, ...whose })
    const { page, ...rest } = await passesList().page(wanted, rowsOf, ({ id }) => id)
    return { passes: page, ...rest }
  })

  serve(passes.byId, async ({ passId }, caller, call) => {
    const pass = await shown(db, caller, passId)
    call.annotate({ subject: pass.visitor })
    const isGood = pass.state === 'issued' && can(caller, 'manage_visitors')
    return { pass, code: isGood ? await codeOf(db, passId) : null }
  })

  serve(passes.issue, async (input, caller, call) => {
    const answer = await changing(parts, caller, async (tx, companyId) => {
      call.annotate({ subject: input.visitor })
      await demandIssuable(tx, companyId, caller, input)
      const id = uuid()
      const code = `pass:${randomBytes(codeBytes).toString('base64url')}`
      await insertRow(tx, 'visitor_pass', {
        id,
        company_id: companyId,
        visitor_name: input.visitor,
        visitor_company: input.company,
        visitor_email: input.email || null,
        note: input.note,
        host_id: input.hostId,
        valid_from: input.from,
        valid_to: input.to,
        uses: input.uses,
        level_id: input.levelId,
        escort_needed: input.escortNeeded,
        created_by: caller.userId,
      })
      const doors = [...new Set(input.doorIds)].map((doorId) => ({ pass_id: id, door_id: doorId }))
      if (doors.length > 0) await tx.insertInto('visitor_pass_door').values(doors).execute()
      await insertRow(tx, 'credential', {
        id: uuid(),
        company_id: companyId,
        kind: 'pass',
        pass_id: id,
        value: code,
        valid_from: input.from,
        valid_to: input.to,
      })
      const pass = await shown(tx, caller, id)
      if (pass.email !== null) await send(tx, mail, companyId, pass)
      await call.record(tx, { after: factsOf(pass) })
      return { pass, code }
    })
    altered(caller)
    return answer
  })

  serve(passes.withdraw, async ({ passId }, caller, call) => {
    const answer = await changing(parts, caller, async (tx) => {
      const before = await shown(tx, caller, passId)
      call.annotate({ subject: before.visitor })
      if (before.state === 'withdrawn') throw over('This pass has been withdrawn already.')
      const now = clock.now()
      await updateRow(tx, 'visitor_pass', passId, { state: 'withdrawn', ended_at: now, page_hash: null })
      await tx.updateTable('credential').set({ revoked_at: now }).where('pass_id', '=', passId).execute()
      await call.record(tx, { before: { state: before.state }, after: { state: 'withdrawn' } })
      return { pass: await shown(tx, caller, passId) }
    })
    altered(caller)
    return answer
  })

  serve(passes.resend, ({ passId }, caller, call) =>
    changing(parts, caller, async (tx, companyId) => {
      const pass = await shown(tx, caller, passId)
      call.annotate({ subject: pass.visitor })
      if (pass.state !== 'issued') throw over('This pass opens nothing any more. Issue a new one.')
      if (pass.email === null) throw over('There is no address to mail this pass to. Print it instead.')
      await send(tx, mail, companyId, pass)
      await call.record(tx, { after: { mailedTo: pass.email } })
      return { pass }
    }),
  )

  serve.open(passes.shown, async ({ token }, _caller, call) => {
    // What a search engine finds, everybody finds.
    call.reply.header('x-robots-tag', 'noindex')
    const found = await passBehind(db, digestOf(token))
    // For people, and never for programs: what is void is said on a page as well.
    return found ? passPage(found) : noSuchPass()
  })
}

/**
 * For who decides at doors, in the transaction of the decision: these passes have let somebody in. Returns what to
 * publish once it is committed.
 */
export const recordPassUses = async (
  tx: Pick<pg.ClientBase, 'query'>,
  bus: Bus,
  uses: readonly { readonly passId: string; readonly at: Date }[],
): Promise<() => void> => {
  if (uses.length === 0) return () => undefined
  const used = await writeUses(tx, uses)
  await notifyHosts(tx, used)
  return () => {
    const at = clock.iso()
    for (const companyId of new Set(used.map((one) => one.companyId))) bus.publish(passes.altered, companyId, { at })
  }
}

/** Whom a visitor comes to see is notified of the first arrival of each day. */
export const notifyHosts = (tx: Parameters<typeof notify>[0], arrivals: readonly Arrival[]): Promise<void> =>
  notify(
    tx,
    arrivals.flatMap(({ hostId, companyId, visitor, company, isArrival }): Notice[] => {
      if (hostId === null || !isArrival) return []
      const message = company === '' ? 'Your visitor was let in.' : `Your visitor from ${company} was let in.`
      const words = { kind: 'visitor-arrived', title: `${visitor} has arrived`, message } as const
      return [{ userId: hostId, companyId, ...words, type: 'info', priority: 'medium' }]
    }),
  )

/** 409: what a pass is wanted for is over. */
export const over = (message: string): Refusal => new Refusal(409, 'OVER', message)

const demandIssuable = async (
  tx: Db,
  companyId: string,
  caller: Caller,
  { from, to, levelId, doorIds, hostId }: Parsed<typeof passes.issue>,
) => {
  const scope = labelScope(caller)
  demandPeriod({ from, to })
  if (Date.parse(to) <= clock.ms()) throw invalid([{ field: 'to', message: 'This time is over already' }])
  if (Date.parse(to) - Date.parse(from) > longestMs)
    throw invalid([{ field: 'to', message: 'A pass holds for a year at most' }])
  if (levelId === null && doorIds.length === 0)
    throw invalid([{ field: 'doorIds', message: 'Choose a door or an access level' }])
  await demandKnown(tx, companyId, scope, { doorIds })
  if (levelId !== null && (await readLevels(tx, { companyId, scope, levelId, limit: 1, order: alone })).length === 0)
    throw notFound('This access level')
  if (await beyondOwn(tx, caller, { levelId, doorIds }))
    throw invalid([
      {
        field: 'doorIds',
        message: 'One of these doors you may not open yourself: somebody who may has to issue this pass',
      },
    ])
  if (hostId !== null && (await visiblePeople(tx, companyId, [hostId])).size === 0) throw notFound('This host')
}

/** With a link of its own: that of the letter before is void. */
const send = async (tx: Db, mail: Poster, companyId: string, pass: Pass): Promise<void> => {
  const code = await codeOf(tx, pass.id)
  if (pass.email === null || code === null) return
  const token = randomBytes(linkBytes).toString('base64url')
  await updateRow(tx, 'visitor_pass', pass.id, { page_hash: digestOf(token) })
  const { name: company, time_zone: timeZone } = await tx
    .selectFrom('company')
    .select(['name', 'time_zone'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  await mail.post(tx, {
    to: pass.email,
    companyId,
    letter: 'visitor-pass',
    values: {
      name: pass.visitor,
      company,
      person: pass.host?.name ?? null,
      from: new Date(pass.from),
      to: new Date(pass.to),
      timeZone,
      once: pass.uses === 1,
      code,
      link: `/api/passes/shown/${token}`,
    },
  })
}

const factsOf = ({ visitor, company, host, from, to, uses, level, doors, escortNeeded }: Pass) => ({
  visitor,
  company,
  host: host?.name ?? null,
  from,
  to,
  uses,
  level: level?.name ?? null,
  doors: doors.map((door) => door.name),
  escortNeeded,
})
