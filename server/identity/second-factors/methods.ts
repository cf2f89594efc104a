// Code by e-mail, authenticator app, or nothing: choosing what confirms one's sign-in, and the recovery codes.
import * as factors from '@gatehouse/contract/identity/second-factors'
import { generateSecret, generateURI } from 'otplib'
import { renderSVG } from 'uqr'
import { forgetDevicesOf, renewRecoveryCodes, totpSecretOf, totpStep } from '../auth/auth.ts'
import { type Db, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { invalid, notFound, notSignedIn, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Vault } from '../../kit/secrets/vault.ts'
import type { Protection } from './confirmed.ts'
import { factorsOf, type Protected, protectionOf, setMethod } from './factors.sql.ts'

const done = { success: true } as const

export const serveMethods = (
  serve: Serve,
  { db, vault, key, protection }: { db: Db; vault: Vault; key: Uint8Array; protection: Protection },
) => {
  serve(factors.state, async (_input, caller) => {
    const state = await factorsOf(db, caller.userId)
    if (!state) throw notSignedIn()
    return state
  })

  serve(factors.useEmail, async ({ password }, caller, call) => {
    const account = await protection.demandPassword(caller, password, call)
    demandStrongEnough(account, account.passkeys > 0)
    const { token } = await protection.change(caller, call, 'A code by e-mail now confirms your sign-in', (tx) =>
      setMethod(tx, caller.userId, 'email'),
    )
    return { ...done, token }
  })

  serve(factors.turnOff, async ({ password }, caller, call) => {
    const account = await protection.demandPassword(caller, password, call)
    if (account.required !== 'none') throw demanded()
    const { token } = await protection.change(caller, call, 'Your sign-in is no longer confirmed by a code', (tx) =>
      setMethod(tx, caller.userId, 'none'),
    )
    return { ...done, token }
  })

  serve(factors.beginTotp, async ({ password }, caller, call) => {
    await protection.demandPassword(caller, password, call)
    const secret = generateSecret()
    await inTransaction(db, async (tx) => {
      await updateRow(tx, 'users', caller.userId, { totp_pending: vault.seal(secret, totpSecretOf(caller.userId)) })
      await call.record(tx, { subject: caller.email })
    })
    const uri = generateURI({ issuer: 'Gatehouse', label: caller.email, secret })
    return { secret, uri, qr: renderSVG(uri, { border: 2 }) }
  })

  serve(factors.confirmTotp, async ({ code }, caller, call) => {
    const account = await protectionOf(db, caller.userId)
    const pending = account?.totp_pending
    if (!pending) throw new Refusal(409, 'NOT_BEGUN', 'Please begin again: there is no app to confirm.')
    const step = totpStep(vault.open(pending, totpSecretOf(caller.userId)), code)
    if (step === null) throw invalid([{ field: 'code', message: 'This is not the code that the app shows now' }])
    const { result, token } = await protection.change(
      caller,
      call,
      'An authenticator app now confirms your sign-in',
      async (tx) => {
        await updateRow(tx, 'users', caller.userId, {
          two_factor: 'totp',
          totp_secret: pending,
          totp_pending: null,
          totp_step: step,
        })
        await forgetDevicesOf(tx, caller.userId)
        return renewRecoveryCodes(tx, key, caller.userId)
      },
      { method: 'password and app' },
    )
    return { ...done, token, recoveryCodes: result }
  })

  serve(factors.newRecoveryCodes, async ({ password }, caller, call) => {
    await protection.demandPassword(caller, password, call)
    const { result, token } = await protection.change(caller, call, 'You have new recovery codes', (tx) =>
      renewRecoveryCodes(tx, key, caller.userId),
    )
    return { ...done, token, recoveryCodes: result }
  })

  serve(factors.forgetDevice, async ({ deviceId }, caller, call) => {
    await inTransaction(db, async (tx) => {
      const forgotten = await tx
        .deleteFrom('trusted_device')
        .where('id', '=', deviceId)
        .where('user_id', '=', caller.userId)
        .returning(['agent', 'created_at', 'last_used_at'])
        .executeTakeFirst()
      if (!forgotten) throw notFound('This browser')
      const { agent, created_at: trustedSince, last_used_at: lastUsedAt } = forgotten
      await call.record(tx, { subject: agent, before: { browser: agent, trustedSince, lastUsedAt } })
    })
  })
}

/** Nobody falls below what the company asks for; `strong` is what would be left. */
export const demandStrongEnough = ({ required }: Protected, strong: boolean): void => {
  if (required === 'strong' && !strong) throw demanded()
}

const demanded = () =>
  new Refusal(409, 'COMPANY_POLICY', 'Your company asks for this: set up another way to confirm your sign-in first.')
