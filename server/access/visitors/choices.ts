// What a new visitor pass begins with: the doors one may choose, those usually chosen, and when business closes.
import { dateIn, offsetAt } from '@gatehouse/contract/access/schedule-time'
import * as visitors from '@gatehouse/contract/access/visitors'
import type { Directory } from '../../building/devices/devices.ts'
import type { Db } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { companyOf } from '../../kit/http/caller.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { isBound, readOpeningHours, readOwnDoors, readUsualDoors, timeZoneOf } from './choices.sql.ts'
import { closesAt } from './closing.ts'

/** Where there are more, nobody wants all of them. */
const mostEntrances = 3

export const serveChoices = (serve: Serve, { db, directory }: { readonly db: Db; readonly directory: Directory }) => {
  serve(visitors.choices, async ({ day: wanted }, caller) => {
    const companyId = companyOf(caller)
    const timeZone = await timeZoneOf(db, companyId)
    const now = clock.now()
    const today = dateIn(timeZone, now)
    const day = wanted ?? today
    const own = isBound(caller) ? new Set(await readOwnDoors(db, caller)) : undefined
    const doors = directory
      .ofCompany(companyId)
      .filter(({ kind, id }) => kind === 'door' && directory.sees(caller, id) && (own?.has(id) ?? true))
      .toSorted((a, b) => a.name.localeCompare(b.name))
    const before = new Set(await readUsualDoors(db, companyId, caller.userId))
    const usual = doors.filter(({ id }) => before.has(id))
    const entrances = doors.filter(({ door }) => door?.fromZoneId === null)
    const clockNow = new Date(now.getTime() + offsetAt(timeZone, now.getTime())).toISOString().slice(11, 16)
    return {
      doors: doors.map(({ id, name, zone }) => ({ id, name, zone })),
      usual: (usual.length > 0 ? usual : entrances.length > mostEntrances ? [] : entrances).map(({ id }) => id),
      day,
      closes: closesAt(await readOpeningHours(db, companyId), day, day === today ? clockNow : undefined),
    }
  })
}
