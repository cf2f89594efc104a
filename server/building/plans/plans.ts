// Floor plans: looked at by who sees the floor, drawn and arranged by who manages doors.
import { kind, readPermission, type Device } from '@gatehouse/contract/building/devices'
import * as plans from '@gatehouse/contract/building/plans'
import type { Plan, Spot } from '@gatehouse/contract/building/plans'
import { v4 as uuid } from 'uuid'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Directory, shownDevice } from '../devices/devices.ts'
import type { Bus } from '../../kit/bus.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { existing, invalid, notFound, Refusal } from '../../kit/errors.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { drawPlan } from './drawing.ts'
import {
  countSpots,
  elsewhereThan,
  pictureBytes,
  type PlanRow,
  putSpots,
  type SpotRow,
  spotsOf,
  spotsOn,
  takeSpots,
  visiblePlans,
} from './plans.sql.ts'

export interface PlanParts {
  readonly db: Db
  readonly directory: Directory
  readonly bus: Bus
  /** The devices as they are listed, with the latest each one said. */
  readonly readDevices: (ids: readonly string[]) => Promise<Device[]>
}

export const servePlans = (serve: Serve, { db, directory, bus, readDevices }: PlanParts) => {
  const sees = (caller: Caller) => (deviceId: string) => {
    const device = directory.byId(deviceId)
    return (
      device !== undefined && caller.permissions.has(readPermission[device.kind]) && directory.sees(caller, deviceId)
    )
  }
  const changed = ({ companyId }: Caller) => {
    if (companyId !== null) bus.publish(plans.changed, companyId, { at: clock.iso() })
  }
  const seenSpots = async (of: Db, caller: Caller, floorId: string) =>
    (await spotsOn(of, caller.companyId, floorId)).filter((spot) => sees(caller)(spot.deviceId))
  const shown = async (of: Db, caller: Caller, floorId: string): Promise<Plan> => {
    const row = await seenFloor(of, caller, floorId)
    const spots = await seenSpots(of, caller, floorId)
    return { ...row, devices: spots.length }
  }
  const whole = async (caller: Caller, floorId: string) => {
    const row = await seenFloor(db, caller, floorId)
    const spots = await seenSpots(db, caller, floorId)
    const byId = new Map(spots.map((spot) => [spot.deviceId, spot]))
    const devices = (await readDevices([...byId.keys()])).flatMap((device) => {
      const spot = byId.get(device.id)
      if (!spot) return []
      const { x, y, rotation } = spot
      return [{ ...shownDevice(caller, device), x, y, rotation }]
    })
    return { plan: { ...row, devices: devices.length }, devices }
  }

  serve(plans.list, async (_input, caller) => {
    const kinds = kind.options.filter((one) => caller.permissions.has(readPermission[one]))
    const [rows, counts] = await Promise.all([
      visiblePlans(db, caller),
      countSpots(db, caller.companyId, { kinds, scope: labelScope(caller) }),
    ])
    return { plans: rows.map((row) => ({ ...row, devices: counts.get(row.floorId) ?? 0 })) }
  })

  serve(plans.byFloor, ({ floorId }, caller) => whole(caller, floorId))

  serve(plans.pictureOf, async (wanted, caller, call) => {
    const bytes = existing(await pictureBytes(db, caller, wanted), 'This picture')
    call.reply.header('cache-control', 'private, max-age=86400, immutable')
    return bytes
  })

  serve(plans.look, async ({ page }, caller, call) => {
    const { bytes, pages } = await drawPlan(companyOf(caller, 'A company to have plans'), fileOf(call), page, false)
    return { pages, preview: `data:image/webp;base64,${Buffer.from(bytes.small).toString('base64')}` }
  })

  serve(plans.setPicture, async ({ floorId, page }, caller, call) => {
    const { floor } = await seenFloor(db, caller, floorId)
    call.annotate({ subject: floor })
    const companyId = companyOf(caller, 'A company to have plans')
    const { bytes, width, height, source } = await drawPlan(companyId, fileOf(call), page, true)
    const [large, small] = [Buffer.from(bytes.large ?? []), Buffer.from(bytes.small)]
    const plan = await inTransaction(db, async (tx) => {
      const before = await seenFloor(tx, caller, floorId)
      const stored = { picture_id: uuid(), width, height, large, small, source, uploaded_by: caller.userId }
      await tx
        .insertInto('plan')
        .values({ floor_id: floorId, company_id: companyId, ...stored })
        .onConflict((conflict) => conflict.column('floor_id').doUpdateSet({ ...stored, uploaded_at: clock.now() }))
        .execute()
      const after = await shown(tx, caller, floorId)
      await call.record(tx, changes(pictureFacts(before), { ...pictureFacts(after), picture: stored.picture_id }))
      return after
    })
    changed(caller)
    return { plan }
  })

  serve(plans.removePicture, async ({ floorId }, caller, call) => {
    const plan = await inTransaction(db, async (tx) => {
      const before = await seenFloor(tx, caller, floorId)
      call.annotate({ subject: before.floor })
      if (!before.picture) throw notFound('A plan of this floor')
      await tx.deleteFrom('plan').where('floor_id', '=', floorId).execute()
      await call.record(tx, { before: pictureFacts(before) })
      return shown(tx, caller, floorId)
    })
    changed(caller)
    return { plan }
  })

  serve(plans.arrange, async ({ floorId, placed, removed }, caller, call) => {
    const ids = [...placed.map((spot) => spot.deviceId), ...removed]
    if (new Set(ids).size < ids.length)
      throw invalid([{ field: 'placed', message: 'A device is named more than once.' }])
    if (!ids.every(sees(caller))) throw notFound('One of these devices')
    await inTransaction(db, async (tx) => {
      const { floor } = await seenFloor(tx, caller, floorId)
      call.annotate({ subject: floor })
      if ((await elsewhereThan(tx, floorId, ids)).length > 0)
        throw new Refusal(409, 'CONFLICT', 'One of these devices stands at another site.')
      const before = await spotsOf(tx, ids)
      await putSpots(tx, floorId, placed)
      await takeSpots(tx, floorId, removed)
      await call.record(tx, changes(...spotFacts(directory, ids, before, await spotsOf(tx, ids))))
    })
    changed(caller)
    return whole(caller, floorId)
  })
}

const seenFloor = async (db: Db, caller: Caller, floorId: string): Promise<PlanRow> =>
  existing((await visiblePlans(db, caller, floorId))[0], 'This floor')

const fileOf = ({ file }: Call) => {
  if (!file) throw invalid([{ field: 'plan', message: 'Choose a file' }])
  return file
}

const pictureFacts = ({ picture }: Pick<PlanRow | Plan, 'picture'>) => ({
  picture: picture?.id ?? null,
  source: picture?.source ?? null,
})

/** By the names of the devices, where each was and where it is. */
const spotFacts = (
  directory: Directory,
  ids: readonly string[],
  before: readonly SpotRow[],
  after: readonly SpotRow[],
): [Record<string, unknown>, Record<string, unknown>] => {
  const names = new Map<string, string>()
  for (const id of ids) {
    const device = directory.byId(id)
    const name = device?.name ?? id
    // Two of one name are told apart by their keys.
    names.set(id, [...names.values()].includes(name) ? `${name} (${device?.key ?? id})` : name)
  }
  const factsOf = (spots: readonly SpotRow[]) =>
    Object.fromEntries(
      ids.map((id) => [names.get(id) ?? id, wordsOf(spots.find((spot) => spot.deviceId === id))] as const),
    )
  return [factsOf(before), factsOf(after)]
}

const wordsOf = (spot: (Spot & { readonly floor: string }) | undefined): string | null =>
  spot ? `${spot.floor}: ${percent(spot.x)} from the left, ${percent(spot.y)} from the top, ${spot.rotation}°` : null

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
