// Changes of set points by two persons: one proposes, another approves or rejects, and the first may withdraw. What is approved
// is made at once, if what it changes still is as it was when it was proposed.
import * as contract from '@gatehouse/contract/safety/set-points'
import type { Difference, Proposal } from '@gatehouse/contract/safety/set-points'
import { isDeepStrictEqual } from 'node:util'
import type { Directory } from '../../building/devices/devices.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import { timeCursor } from '../../kit/cursor.ts'
import { existing, invalid, Refusal } from '../../kit/errors.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { actorOfPerson, type Serve } from '../../kit/http/serve.ts'
import { idAt } from '../../kit/ids.ts'
import { addPresets } from '../alarms/alarms.ts'
import { faultsIn } from './areas.ts'
import { differencesOf, inWords, placesOfChange } from './differences.ts'
import { makeChange } from './make-change.ts'
import { notifyDeciders, notifyProposer } from './notices.ts'
import { aboutOf, demandConfirmed, planOf } from './plan.ts'
import { decideProposal, insertProposal, readProposals, type StoredProposal } from './proposals.sql.ts'
import { idsOf, namedAmong, seenPlaces } from './sight.ts'
import { lockState, type StoredState } from './state.sql.ts'

interface Parts {
  readonly db: Db
  readonly directory: Directory
  readonly stateOf: (caller: Caller) => Promise<StoredState>
  /** To be called once it is stored. */
  readonly changed: (companyId: string) => void
}

const dayMs = 86_400_000

export const serveProposals = (serve: Serve, { db, directory, stateOf, changed }: Parts) => {
  serve(contract.proposals, async ({ pending, ...wanted }, caller) => {
    const companyId = companyOf(caller)
    const state = await stateOf(caller)
    const isPending = pending === undefined ? undefined : pending === 'true'
    const { page, next } = await timeCursor.read(
      wanted,
      ({ beyond, limit }) => readProposals(db, { companyId, isPending, beyond, limit }),
      ({ proposedAt, id }) => ({ at: proposedAt, id }),
    )
    return { proposals: page.map((proposal) => shown(directory, caller, state, proposal)), next }
  })

  serve(contract.propose, async ({ change, reason, isLooserConfirmed }, caller, call) => {
    const companyId = companyOf(caller)
    await addPresets(db, companyId)
    const at = clock.now()
    const id = idAt(at)
    const by = nameOf(caller)
    const proposal = await inTransaction(db, async (tx) => {
      const state = await lockState(tx, companyId)
      const { differences, looser } = planOf(directory, caller, state, change)
      demandConfirmed(looser, isLooserConfirmed)
      if (differences.length === 0) throw invalid([{ field: 'change', message: 'This changes nothing' }])
      await insertProposal(tx, {
        id,
        companyId,
        change,
        differences,
        reason,
        at,
        expiresAt: new Date(at.getTime() + contract.proposalDays * dayMs),
        proposedById: caller.userId,
        proposedBy: by,
      })
      const about = aboutOf(directory, companyId, state, change)
      await notifyDeciders(tx, directory, { ...about, proposalId: id, by, byId: caller.userId, reason })
      await call.record(tx, { subject: about.subject, ...inWords(differences) })
      return shown(directory, caller, state, await proposalOf(tx, companyId, id))
    })
    changed(companyId)
    return { proposal }
  })

  serve(contract.approve, async ({ id, reason }, caller, call) => {
    const companyId = companyOf(caller)
    const proposal = await inTransaction(db, async (tx) => {
      const state = await lockState(tx, companyId)
      const before = await pendingOf(tx, companyId, id)
      demandOther(caller, before)
      if (!isCurrent(state, before))
        throw new Refusal(
          409,
          'CHANGED_MEANWHILE',
          'What this would change has changed since it was proposed. It has to be proposed again.',
        )
      const { change, differences } = before
      planOf(directory, caller, state, change)
      await makeChange(tx, state, {
        companyId,
        change,
        reason: before.reason,
        by: before.proposedBy,
        approvedBy: nameOf(caller),
      })
      const decided = { state: 'approved', by: nameOf(caller), reason } as const
      await decideProposal(tx, id, decided)
      const about = aboutOf(directory, companyId, state, change)
      await notifyProposer(tx, { ...about, proposalId: id }, before, decided)
      const words = inWords(differences)
      const after = { ...words.after, proposedBy: before.proposedBy, proposedFor: before.reason }
      await call.record(tx, { subject: about.subject, before: words.before, after })
      return shown(directory, caller, state, await proposalOf(tx, companyId, id))
    })
    changed(companyId)
    return { proposal }
  })

  const end = async (
    { id, reason }: { readonly id: string; readonly reason: string },
    caller: Caller,
    { record }: Parameters<Parameters<typeof serve<typeof contract.reject>>[1]>[2],
    state: 'rejected' | 'withdrawn',
  ) => {
    const companyId = companyOf(caller)
    const proposal = await inTransaction(db, async (tx) => {
      const now = await lockState(tx, companyId)
      const before = await pendingOf(tx, companyId, id)
      const decided = { state, by: nameOf(caller), reason }
      const about = aboutOf(directory, companyId, now, before.change)
      if (decided.state === 'withdrawn') demandOwn(caller, before)
      else {
        demandOther(caller, before)
        await notifyProposer(tx, { ...about, proposalId: id }, before, { ...decided, state: decided.state })
      }
      await decideProposal(tx, id, decided)
      await record(tx, {
        subject: about.subject,
        after: { proposedBy: before.proposedBy, proposedFor: before.reason },
      })
      return shown(directory, caller, now, await proposalOf(tx, companyId, id))
    })
    changed(companyId)
    return { proposal }
  }

  serve(contract.reject, (input, caller, call) => end(input, caller, call, 'rejected'))
  serve(contract.withdraw, (input, caller, call) => end(input, caller, call, 'withdrawn'))
}

const nameOf = (caller: Caller): string => caller.name || actorOfPerson(caller).actor

const proposalOf = async (tx: Db, companyId: string, id: string): Promise<StoredProposal> => {
  const [proposal] = await readProposals(tx, { companyId, id, limit: 1 })
  return existing(proposal, 'This proposal')
}

const pendingOf = async (tx: Db, companyId: string, id: string): Promise<StoredProposal> => {
  const proposal = await proposalOf(tx, companyId, id)
  if (proposal.state === 'expired')
    throw new Refusal(409, 'EXPIRED', 'This proposal has expired. It has to be proposed again.')
  if (proposal.state !== 'pending') throw new Refusal(409, 'CONFLICT', `This proposal is ${proposal.state} already.`)
  return proposal
}

const demandOther = (caller: Caller, { proposedById }: StoredProposal) => {
  if (proposedById === caller.userId)
    throw new Refusal(409, 'SECOND_PERSON_NEEDED', 'Somebody else has to decide this: you proposed it yourself.')
}

const demandOwn = (caller: Caller, { proposedById }: StoredProposal) => {
  if (proposedById !== caller.userId)
    throw new Refusal(409, 'CONFLICT', 'Only who proposed this can withdraw it. Reject it instead.')
}

/** Whether it would do what it was proposed to do. */
const isCurrent = (state: StoredState, { change, differences }: StoredProposal): boolean =>
  faultsIn(state.areas, change).length === 0 && isDeepStrictEqual(differencesOf(state, change, ''), differences)

const shown = (
  directory: Directory,
  caller: Caller,
  state: StoredState,
  { proposedById, ...proposal }: StoredProposal,
): Proposal => {
  const { change, differences } = proposal
  const seen = (places: Parameters<typeof seenPlaces>[2] | null) => places && seenPlaces(directory, caller, places)
  const moved = differences.flatMap((one) => (one.what === 'places' ? [one.before, one.after] : []))
  const placeIds = [placesOfChange(state, change), ...moved].flatMap((places) => (places ? idsOf(places) : []))
  return {
    ...proposal,
    change: change.kind === 'profile' ? { ...change, at: seenPlaces(directory, caller, change.at) } : change,
    differences: differences.map(
      (one): Difference => (one.what === 'places' ? { ...one, before: seen(one.before), after: seen(one.after) } : one),
    ),
    places: namedAmong(directory, caller, [...new Set(placeIds)]),
    isOutdated: proposal.state === 'pending' && !isCurrent(state, { ...proposal, proposedById }),
    isOwn: proposedById === caller.userId,
  }
}
