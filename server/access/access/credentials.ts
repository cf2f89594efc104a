// Credentials: cards, PINs and passes on phones, given, suspended, lost, replaced and revoked.
import * as access from '@gatehouse/contract/access/access'
import type { Credential } from '@gatehouse/contract/access/access'
import * as staff from '@gatehouse/contract/identity/staff'
import { v7 as uuid } from 'uuid'
import { type Db, insertRow, isAny, updateRow, valuesOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes, withChanges } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { invalid, notFound, Refusal, unlessDuplicate } from '../../kit/errors.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import { notify } from '../../messages/notifications/notifications.ts'
import { changing, demandPeriod, type Parts, type Period } from './changing.ts'
import { type Change, demandReach, notifyOwner } from './giving.ts'
import { mobileValue } from './mobile.ts'
import { readCredentials, withoutOwner } from './people.sql.ts'
import { emailOf } from './person.sql.ts'
import { madeUpPin, type Pins, weakness } from './pins.ts'

export const serveCredentials = (serve: Serve, parts: Parts, pins: Pins) => {
  /** Something is given to this person, by somebody who may. */
  const giving = <T>(
    { userId, ...period }: Period & { readonly userId: string },
    caller: Caller,
    call: Call,
    work: (tx: Db, companyId: string) => Promise<T>,
  ): Promise<T> =>
    changing(parts, caller, async (tx, companyId) => {
      call.annotate({ subject: await emailOf(tx, companyId, userId) })
      demandPeriod(period)
      await demandReach(tx, caller, userId)
      return work(tx, companyId)
    })

  serve(access.giveCard, ({ number, ...given }, caller, call) =>
    giving(given, caller, call, async (tx, companyId) => {
      const credential = await giveCard(tx, companyId, caller, { ...given, value: `card:${number}` })
      await call.record(tx, { after: factsOf(credential) })
      return { credential }
    }),
  )

  serve(access.givePin, ({ pin, ...given }, caller, call) =>
    giving(given, caller, call, async (tx, companyId) => {
      const { userId, duress } = given
      const weak = pin === undefined ? null : weakness(pin)
      if (weak !== null) throw invalid([{ field: 'pin', message: `${weak}: choose another PIN` }])
      const before = (await readCredentials(tx, companyId, { userId })).find(
        (one) => one.kind === 'pin' && one.duress === duress && one.revokedAt === null,
      )
      if (before) await revoke(tx, before)
      const digits = pin ?? (await freePin(tx, companyId, pins))
      const value = await pins.valueOf(tx, companyId, digits)
      // Whose it is, is nobody's business.
      const inUse = 'This PIN cannot be used: choose another one'
      const write = give(tx, companyId, { ...given, kind: 'pin', value, label: '' })
      const credential = await unlessDuplicate(write, 'pin', inUse)
      await notifyOwner(tx, companyId, caller, userId, before ? 'replaced' : 'given', credential)
      await call.record(tx, { before: before ? factsOf(before) : null, after: factsOf(credential) })
      return { credential, pin: digits }
    }),
  )

  serve(access.giveMobile, (given, caller, call) =>
    giving(given, caller, call, async (tx, companyId) => {
      const credential = await give(tx, companyId, { ...given, kind: 'mobile', value: null })
      await notify(tx, {
        userId: given.userId,
        companyId,
        kind: 'pass-given',
        title: 'A pass for your phone is ready',
        message: `${caller.name} gave it to you. Open your profile on the phone that is to carry it, and set it up there.`,
        type: 'info',
        priority: 'low',
        action: { label: 'Set it up', path: '/profile' },
      })
      await call.record(tx, { after: factsOf(credential) })
      return { credential }
    }),
  )

  serve(access.updateCredential, ({ credentialId, ...given }, caller, call) =>
    changing(parts, caller, async (tx, companyId) => {
      const before = await standing(tx, companyId, credentialId)
      const { state, label, from, to } = withChanges(before, given)
      call.annotate({ subject: await emailOf(tx, companyId, before.userId) })
      demandPeriod({ from, to })
      // To suspend it or to report it lost takes something away, and whoever looks after credentials may.
      if (state === 'active' && (before.state !== 'active' || from !== before.from || to !== before.to))
        await demandReach(tx, caller, before.userId)
      await updateRow(tx, 'credential', credentialId, { state, label, valid_from: from, valid_to: to })
      const now = await one(tx, companyId, credentialId)
      await notifyOwner(tx, companyId, caller, now.userId, 'changed', now)
      await call.record(tx, named(now, changes(factsOf(before), factsOf(now))))
      return { credential: withoutOwner(now) }
    }),
  )

  serve(access.replaceCard, ({ credentialId, number }, caller, call) =>
    changing(parts, caller, async (tx, companyId) => {
      const before = await standing(tx, companyId, credentialId)
      call.annotate({ subject: await emailOf(tx, companyId, before.userId) })
      if (before.kind !== 'card') throw notFound('This card')
      await demandReach(tx, caller, before.userId)
      await revoke(tx, before)
      const { userId, label, from, to } = before
      const row = { userId, value: `card:${number}`, label, from, to }
      const credential = await giveCard(tx, companyId, caller, row, 'replaced')
      await call.record(tx, { before: factsOf(before), after: factsOf(credential) })
      return { credential }
    }),
  )

  serve(access.revokeCredential, ({ credentialId }, caller, call) =>
    changing(parts, caller, async (tx, companyId) => {
      const before = await one(tx, companyId, credentialId)
      call.annotate({ subject: await emailOf(tx, companyId, before.userId) })
      if (before.revokedAt === null) {
        await revoke(tx, before)
        await notifyOwner(tx, companyId, caller, before.userId, 'revoked', before)
      }
      const now = await one(tx, companyId, credentialId)
      await call.record(tx, named(now, changes(factsOf(before), factsOf(now))))
    }),
  )

  // From the staff card -------------------------------------------------------------------------------------------------

  serve(staff.addCredential, ({ email, value, validFrom, validTo }, caller, call) =>
    changing(parts, caller, async (tx, companyId) => {
      const userId = await idOf(tx, companyId, email)
      demandPeriod({ from: validFrom, to: validTo }, 'validTo')
      await demandReach(tx, caller, userId)
      const row = { userId, value, label: '', from: validFrom, to: validTo }
      const given = await giveCard(tx, companyId, caller, row, 'given', 'value')
      const { id } = given
      await call.record(tx, { subject: email, after: { card: value, validFrom, validTo } })
      return {
        credential: { id, kind: 'card' as const, state: 'active' as const, value, validFrom, validTo, revokedAt: null },
      }
    }),
  )

  serve(staff.revokeCredential, ({ email, credentialId }, caller, call) =>
    changing(parts, caller, async (tx, companyId) => {
      const userId = await idOf(tx, companyId, email)
      const [before] = await readCredentials(tx, companyId, { credentialId })
      if (before?.userId !== userId) throw notFound('This card')
      if (before.revokedAt === null) {
        await revoke(tx, before)
        await notifyOwner(tx, companyId, caller, userId, 'revoked', before)
      }
      const { revokedAt } = await one(tx, companyId, credentialId)
      const card = before.number === null ? before.kind : `card:${before.number}`
      await call.record(tx, { subject: email, before: { card }, after: { card, revokedAt } })
    }),
  )
}

interface NewCredential extends Period {
  readonly userId: string
  readonly kind: 'card' | 'pin' | 'mobile'
  /** null: of a phone, found by its own id. */
  readonly value: string | null
  readonly label: string
  readonly duress?: boolean
}

const give = async (
  tx: Db,
  companyId: string,
  { userId, kind, value, label, duress = false, from, to }: NewCredential,
): Promise<Credential> => {
  const id = uuid()
  await insertRow(tx, 'credential', {
    id,
    company_id: companyId,
    user_id: userId,
    kind,
    value: value ?? mobileValue(id),
    label,
    duress,
    valid_from: from,
    valid_to: to,
  })
  return withoutOwner(await one(tx, companyId, id))
}

const giveCard = async (
  tx: Db,
  companyId: string,
  caller: Caller,
  card: Omit<NewCredential, 'kind'>,
  change: Change = 'given',
  field = 'number',
): Promise<Credential> => {
  const write = give(tx, companyId, { ...card, kind: 'card' })
  const credential = await unlessDuplicate(write, field, 'This card has been given out before: take another one')
  await notifyOwner(tx, companyId, caller, card.userId, change, credential)
  return credential
}

/** The digits of a PIN may be given again; what a phone holds is worth nothing any more. */
const revoke = async (tx: Db, { id, kind }: Pick<Credential, 'id' | 'kind'>): Promise<void> => {
  await updateRow(tx, 'credential', id, {
    revoked_at: clock.now(),
    secret: null,
    ...(kind === 'pin' ? { value: `pin:revoked:${id}` } : {}),
  })
}

const freePin = async (tx: Db, companyId: string, pins: Pins): Promise<string> => {
  for (let left = triesForAPin; left > 0; left--) {
    const digits = madeUpPin()
    const value = await pins.valueOf(tx, companyId, digits)
    if (!(await isAny(tx)`select from credential where company_id = ${companyId} and value = ${value}`)) return digits
  }
  throw new Refusal(409, 'NO_PIN_LEFT', 'No PIN was found that nobody has. Choose one of eight digits.')
}
const triesForAPin = 50

const one = async (tx: Db, companyId: string, credentialId: string) => {
  const [found] = await readCredentials(tx, companyId, { credentialId })
  if (!found) throw notFound('This credential')
  return found
}

/** What is revoked stays so. */
const standing = async (tx: Db, companyId: string, credentialId: string) => {
  const found = await one(tx, companyId, credentialId)
  if (found.revokedAt !== null)
    throw new Refusal(409, 'REVOKED', 'This credential has been revoked for good. Give a new one instead.')
  return found
}

const idOf = async (tx: Db, companyId: string, email: string): Promise<string> => {
  const [id] = await valuesOf<string>(tx)`
    select id from users where company_id = ${companyId} and lower(email) = lower(${email})
  `
  if (id === undefined) throw notFound('This member of staff')
  return id
}

const nameOf = ({ kind, number, duress }: Credential) =>
  number === null ? `${duress ? 'duress ' : ''}${kind}` : `card ${number}`

const factsOf = (credential: Credential) => {
  const { label, state, from, to, revokedAt } = credential
  return { credential: nameOf(credential), label, state, from, to, revokedAt }
}

/** Of what changed, always which one it was. */
const named = (credential: Credential, { before, after }: ReturnType<typeof changes>) => ({
  before: before && { credential: nameOf(credential), ...before },
  after: after && { credential: nameOf(credential), ...after },
})
