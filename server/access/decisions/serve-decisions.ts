// What people ask and set: what a door asks for, who decides there, and the questions of who may go where and why.
import * as decisions from '@gatehouse/contract/access/decisions'
import { emailOf } from '../access/access.ts'
import type { Store } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Directory, silenceMs } from '../../building/devices/devices.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import type { Names } from '../../kit/names.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Decisions } from './decisions.ts'
import { serveOwn } from './own.ts'
import { serveQuestions } from './questions.ts'
import type { Door } from './rules.ts'
import { listStates, readSettings, resetPassback, writeSettings } from './settings.sql.ts'

export interface ServeParts {
  readonly store: Store
  readonly directory: Directory
  readonly names: Names
  readonly decisions: Decisions
  /** Takes an ask in as if it had come over MQTT; answers why it could not be. */
  takeAsk(item: object, companyId: string, name: string): Promise<string | null>
}

export const serveDecisions = (serve: Serve, parts: ServeParts) => {
  const { store, directory, decisions: own } = parts
  const { db } = store

  const listOf = async (caller: Caller, doorId: string): Promise<decisions.List | null> => {
    await own.snapshot.current()
    const wanted = own.lists.wanted(caller.companyId ?? '', doorId)
    if (!wanted || wanted.decides !== 'controller') return null
    const [state] = await listStates(db, [doorId], silenceMs)
    return listShown(wanted, state)
  }
  const listShown = (
    wanted: { readonly version: string; readonly entries: readonly unknown[] },
    state: Awaited<ReturnType<typeof listStates>>[number] | undefined,
  ): decisions.List => ({
    version: wanted.version,
    entries: wanted.entries.length,
    held: state?.held ?? null,
    heldAt: state?.heldAt?.toISOString() ?? null,
    sentAt: state?.sentAt?.toISOString() ?? null,
    current: state?.held === wanted.version,
  })
  const demandDoor = (doorId: string) => {
    const door = directory.byId(doorId)
    if (door?.kind !== 'door') throw notFound('This door')
    return door
  }

  serve(decisions.ofDoor, async ({ doorId }, caller) => {
    demandDoor(doorId)
    return { settings: await readSettings(db, doorId), list: await listOf(caller, doorId) }
  })

  serve(decisions.change, async ({ doorId, ...settings }, caller, call) => {
    const door = demandDoor(doorId)
    if (settings.decides === 'controller' && door.driver !== 'gatehouse')
      throw invalid([{ field: 'decides', message: 'Only a controller of Gatehouse’s own wire can decide by a list.' }])
    await inTransaction(db, async (tx) => {
      const before = await readSettings(tx, doorId)
      await writeSettings(tx, door, settings)
      await call.record(tx, { subject: door.name, ...changes(before, settings) })
    })
    await own.reload()
    return { settings, list: await listOf(caller, doorId) }
  })

  serve(decisions.lists, async (_input, caller) => {
    const companyId = caller.companyId ?? ''
    const rules = (await own.snapshot.current()).get(companyId)
    const alone = [...(rules?.doors.values() ?? [])].filter(
      (door: Door) => door.decides === 'controller' && directory.sees(caller, door.id),
    )
    const ids = alone.map(({ id }) => id)
    const states = new Map((await listStates(db, ids, silenceMs)).map((state) => [state.doorId, state]))
    const lists = alone.flatMap((door) => {
      const wanted = own.lists.wanted(companyId, door.id)
      const state = states.get(door.id)
      return wanted
        ? [{ doorId: door.id, door: door.name, online: state?.online ?? null, list: listShown(wanted, state) }]
        : []
    })
    return {
      lists: lists.toSorted((a, b) => Number(a.list.current) - Number(b.list.current) || a.door.localeCompare(b.door)),
    }
  })

  serve(decisions.resetPassback, async ({ userId, reason }, caller, call) => {
    const { companyId } = caller
    if (companyId === null) throw notFound('A company')
    await inTransaction(db, async (tx) => {
      const subject = userId === null ? 'Everybody' : await emailOf(tx, companyId, userId)
      const at = clock.now()
      await resetPassback(tx, companyId, userId, at)
      await call.record(tx, { subject, after: { resetAt: at }, reason })
    })
  })

  serve.machine(decisions.decide, async ({ device: key, ...message }, { companyId, name, deviceKeys }) => {
    const device = directory.byKey(companyId, key)
    if (device?.kind !== 'door' || deviceKeys?.includes(key) === false) throw notFound('This door')
    const trouble = await parts.takeAsk({ device: key, kind: 'ask', ...message }, companyId, name)
    if (trouble !== null) throw invalid([{ field: 'ask', message: trouble }])
    const answer = own.answers.of(device.id, message.id)
    if (!answer) throw new Refusal(409, 'ANSWERED_BEFORE', 'This question was answered before. Ask with another id.')
    return answer
  })

  serveQuestions(serve, parts)
  serveOwn(serve, parts)
}
