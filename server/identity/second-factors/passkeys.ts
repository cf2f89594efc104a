// Passkeys: made by whoever is signed in, and a whole sign-in of their own.
import * as auth from '@gatehouse/contract/identity/auth'
import * as factors from '@gatehouse/contract/identity/second-factors'
import type { Entrance } from '../auth/auth.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { existing, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Protection } from './confirmed.ts'
import { passkeysOf } from './factors.sql.ts'
import { demandStrongEnough } from './methods.ts'
import { countPasskey, keepChallenge, keepPasskey, passkeyById, takeChallenge } from './passkeys.sql.ts'
import { assertion, attestation, reliedUpon } from './webauthn.ts'

// Loaded when the first passkey is made or used: it brings hundreds of modules with it.
const library = () => import('@simplewebauthn/server')

/** ES256, RS256 and EdDSA: all that authenticators in use offer. */
const algorithms = [-7, -257, -8]

export const servePasskeys = (
  serve: Serve,
  {
    db,
    entrance,
    protection,
    publicUrl,
  }: { db: Db; entrance: Entrance; protection: Protection; publicUrl: string | undefined },
) => {
  serve(factors.beginPasskey, async ({ password }, caller, call) => {
    await protection.demandPassword(caller, password, call)
    const { rpID } = reliedUpon(call.request, publicUrl)
    const options = await (await library()).generateRegistrationOptions({
      rpName: 'Gatehouse',
      rpID,
      userID: new TextEncoder().encode(caller.userId),
      userName: caller.email,
      userDisplayName: caller.name,
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: (await passkeysOf(db, caller.userId)).map(({ id }) => ({ id })),
    })
    const challengeId = await inTransaction(db, async (tx) => {
      await call.record(tx, { subject: caller.email })
      return keepChallenge(tx, options.challenge, caller.userId)
    })
    return { challengeId, options: { ...options } }
  })

  serve(factors.addPasskey, async ({ challengeId, response, name }, caller, call) => {
    const expectedChallenge = await takeChallenge(db, challengeId, caller.userId)
    if (expectedChallenge === null) throw refused()
    const { rpID, origin } = reliedUpon(call.request, publicUrl)
    const { registrationInfo } = await (await library())
      .verifyRegistrationResponse({
        response: attestation(response, refused),
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      })
      .catch(refuse)
    if (!registrationInfo) throw refused()
    const { credential, credentialBackedUp } = registrationInfo
    const { result, token } = await protection.change(
      caller,
      call,
      `The passkey ${name} can now sign you in`,
      async (tx) => {
        const stored = await keepPasskey(tx, { userId: caller.userId, credential, backedUp: credentialBackedUp, name })
        if (!stored) throw new Refusal(409, 'KNOWN_PASSKEY', 'This passkey is known already.')
        return stored
      },
      { method: 'password and passkey', subject: name },
    )
    return { success: true as const, token, passkey: result }
  })

  serve(factors.removePasskey, async ({ password, passkeyId }, caller, call) => {
    const account = await protection.demandPassword(caller, password, call)
    const passkey = existing(
      (await passkeysOf(db, caller.userId)).find(({ id }) => id === passkeyId),
      'This passkey',
    )
    demandStrongEnough(account, account.two_factor === 'totp' || account.passkeys > 1)
    const { token } = await protection.change(
      caller,
      call,
      `The passkey ${passkey.name} was removed`,
      (tx) => tx.deleteFrom('passkey').where('id', '=', passkeyId).where('user_id', '=', caller.userId).execute(),
      { subject: passkey.name },
    )
    return { success: true as const, token }
  })

  serve.open(auth.passkeyChallenge, async (_input, _who, { request }) => {
    const { rpID } = reliedUpon(request, publicUrl)
    const options = await (await library()).generateAuthenticationOptions({ rpID, userVerification: 'required' })
    return { challengeId: await keepChallenge(db, options.challenge, null), options: { ...options } }
  })

  serve.open(auth.signInWithPasskey, async ({ challengeId, response: given }, _who, call) => {
    const expectedChallenge = await takeChallenge(db, challengeId, null)
    if (expectedChallenge === null) throw refused()
    const response = assertion(given, refused)
    const passkey = await passkeyById(db, response.id)
    if (!passkey || userOfHandle(response.response.userHandle) !== passkey.userId) throw refused()
    const { rpID, origin } = reliedUpon(call.request, publicUrl)
    const { verified, authenticationInfo } = await (await library())
      .verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        credential: passkey.credential,
        requireUserVerification: true,
      })
      .catch(refuse)
    if (!verified || !(await countPasskey(db, passkey.credential.id, authenticationInfo))) throw refused()
    const entrant = await entrance.entrant(passkey.userId, call, 'unguessable')
    const { token, user } = await entrance.enter(entrant, call, 'passkey', true, 'unguessable')
    return { success: true as const, token, user, message: auth.messages.signedIn }
  })
}

const userOfHandle = (handle: string | undefined) => Buffer.from(handle ?? '', 'base64url').toString()

// The library says what is wrong by throwing; whoever tries need not know which it was.
const refuse = (): never => {
  throw refused()
}

const refused = () => new Refusal(400, 'INVALID_PASSKEY', 'This passkey could not be verified. Please try again.')
