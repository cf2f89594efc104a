// Gas set points: seen, changed at once or by two persons, and what they were. The only file of this domain that others import.
import * as contract from '@gatehouse/contract/safety/set-points'
import { z } from 'zod'
import type { Directory } from '../../building/devices/devices.ts'
import type { Store } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { createCursor } from '../../kit/cursor.ts'
import { Refusal } from '../../kit/errors.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { actorOfPerson, type Serve } from '../../kit/http/serve.ts'
import { addPresets, type Rules } from '../alarms/alarms.ts'
import { inWords } from './differences.ts'
import { readAreas, readVersions } from './history.sql.ts'
import { listed } from './list.ts'
import { makeChange } from './make-change.ts'
import { aboutOf, demandConfirmed, planOf } from './plan.ts'
import { serveProposals } from './serve-proposals.ts'
import { seesArea } from './sight.ts'
import { lockState, readState, type StoredState } from './state.sql.ts'

export { setPointChanges, setPointsAt, setPointsWithin, type SetPointStretch } from './history.sql.ts'

export interface SetPointParts {
  readonly store: Pick<Store, 'db'>
  readonly bus: Bus
  readonly directory: Directory
  readonly rules: Rules
}

const versionCursor = createCursor(z.object({ at: z.iso.datetime(), ruleId: z.guid(), version: z.int().min(1) }))

export const serveSetPoints = (serve: Serve, { store, bus, directory, rules }: SetPointParts) => {
  const { db } = store

  const stateOf = async (caller: Caller): Promise<StoredState> => {
    const companyId = companyOf(caller)
    await addPresets(db, companyId)
    return readState(db, companyId)
  }

  const changed = (companyId: string) => {
    rules.forget()
    bus.publish(contract.changed, companyId, { at: clock.iso() })
  }

  serve(contract.list, async (wanted, caller) => listed(directory, caller, await stateOf(caller), wanted))

  serve(contract.preview, async ({ change }, caller) => planOf(directory, caller, await stateOf(caller), change))

  serve(contract.apply, async ({ change, reason, isLooserConfirmed }, caller, call) => {
    const companyId = companyOf(caller)
    await addPresets(db, companyId)
    const differences = await inTransaction(db, async (tx) => {
      const state = await lockState(tx, companyId)
      if (state.secondPerson) throw new Refusal(409, 'SECOND_PERSON_NEEDED', contract.secondPersonNeeded)
      const plan = planOf(directory, caller, state, change)
      demandConfirmed(plan.looser, isLooserConfirmed)
      const by = caller.name || actorOfPerson(caller).actor
      if (plan.differences.length > 0) await makeChange(tx, state, { companyId, change, reason, by, approvedBy: null })
      const { subject } = aboutOf(directory, companyId, state, change)
      await call.record(tx, { subject, ...inWords(plan.differences) })
      return plan.differences
    })
    changed(companyId)
    return { differences }
  })

  serve(contract.history, async ({ channel, ruleId, cursor, limit }, caller) => {
    const companyId = companyOf(caller)
    const areas = await readAreas(db, companyId)
    const areaIds = areas.flatMap(({ id, ...places }) => (seesArea(directory, caller, { id, places }) ? [id] : []))
    const { page, next } = await versionCursor.read(
      { cursor, limit },
      ({ beyond, limit: most }) => readVersions(db, { companyId, areaIds, channel, ruleId, beyond, limit: most }),
      ({ at, ruleId: of, version }) => ({ at, ruleId: of, version }),
    )
    return { versions: page, next }
  })

  serveProposals(serve, { db, directory, stateOf, changed })
}
