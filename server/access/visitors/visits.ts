// Visitors checked in and out at the front desk: each is an entry or exit by hand, and is undone by one more.
import type { Pass } from '@gatehouse/contract/access/passes'
import * as visitors from '@gatehouse/contract/access/visitors'
import type pg from 'pg'
import type { Directory, KnownDevice } from '../../building/devices/devices.ts'
import type { Store } from '../../db/pool.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import type { Names } from '../../kit/names.ts'
import type { Judge } from '../../kit/recorders.ts'
import { addByHand, undoByHand } from '../entry-exit/entry-exit.ts'
import { readLevelDoors } from './choices.sql.ts'
import { notifyHosts, over, shown } from './passes.ts'
import { lockPass, writeArrival } from './passes.sql.ts'

interface VisitParts {
  readonly store: Store
  readonly directory: Directory
  readonly names: Names
  readonly bus: Bus
  /** By what alarm rules are judged. */
  readonly judge: Judge
}

export const serveVisits = (serve: Serve, parts: VisitParts) => {
  const { store, directory } = parts

  /** Where the visitor comes in: an entrance of the pass, another of its doors, or any entrance. */
  const entranceOf = async (caller: Caller, { doors, level }: Pass): Promise<KnownDevice> => {
    const ofLevel = level === null ? [] : await readLevelDoors(store.db, level.id)
    const own = new Set([...doors.map(({ id }) => id), ...ofLevel])
    const seen = directory.ofCompany(companyOf(caller)).filter(({ id, door }) => door && directory.sees(caller, id))
    const isEntrance = ({ door }: KnownDevice) => door?.fromZoneId === null && door.toZoneId !== null
    const isOwn = ({ id }: KnownDevice) => own.has(id)
    const found = seen.find((door) => isOwn(door) && isEntrance(door)) ?? seen.find(isOwn) ?? seen.find(isEntrance)
    if (!found) throw over('There is no entrance to log this at. Add a door that leads in first.')
    return found
  }

  const log = async (
    caller: Caller,
    { correlationId, record }: Call,
    pass: Pass,
    type: 'entry' | 'exit',
    demand: (now: Pass) => void,
    more: (client: pg.PoolClient) => Promise<void> = async () => {},
  ) => {
    demand(pass)
    const door = await entranceOf(caller, pass)
    const at = clock.now()
    const added = await addByHand(
      parts,
      {
        companyId: companyOf(caller),
        userId: null,
        passId: pass.id,
        doorId: door.id,
        zoneId: door.zoneId,
        leadsTo: type === 'entry' ? (door.door?.toZoneId ?? null) : null,
        type,
        at,
        correlationId,
        recordedBy: caller.userId,
        note: type === 'entry' ? 'Checked in at the desk' : 'Checked out at the desk',
      },
      async (client, tx) => {
        await more(client)
        await record(tx, { subject: pass.visitor, after: { type, door: door.name, at } })
      },
      // Somebody else at the desk may have done the same meanwhile.
      async (tx) => {
        await lockPass(tx, pass.id)
        demand(await shown(tx, caller, pass.id))
      },
    )
    return { pass: await shown(store.db, caller, pass.id), logId: added.id }
  }

  serve(visitors.checkIn, async ({ passId }, caller, call) => {
    const pass = await shown(store.db, caller, passId)
    call.annotate({ subject: pass.visitor })
    return log(caller, call, pass, 'entry', demandExpected, async (client) =>
      notifyHosts(client, await writeArrival(client, passId, clock.now())),
    )
  })

  serve(visitors.checkOut, async ({ passId }, caller, call) => {
    const pass = await shown(store.db, caller, passId)
    call.annotate({ subject: pass.visitor })
    return log(caller, call, pass, 'exit', demandOnSite)
  })

  serve(visitors.undo, async ({ passId, logId }, caller, call) => {
    const pass = await shown(store.db, caller, passId)
    call.annotate({ subject: pass.visitor })
    const since = new Date(clock.ms() - visitors.undoMinutes * 60_000)
    const added = await undoByHand(parts, { passId, logId, since, caller, call, subject: pass.visitor })
    if (!added) throw over('This cannot be undone any more. Check the visitor in or out instead.')
    return { pass: await shown(store.db, caller, passId), logId: added.id }
  })
}

const demandExpected = ({ visitor, visit, state, from, to }: Pass): void => {
  if (visit === 'on-site') throw over(`${visitor} is on site already.`)
  if (state === 'withdrawn' || Date.parse(to) <= clock.ms())
    throw over(`The pass of ${visitor} is over. Issue a new one.`)
  if (Date.parse(from) > clock.ms() + earlyMs) throw over(`${visitor} is expected on another day.`)
}

const demandOnSite = ({ visitor, visit }: Pass): void => {
  if (visit !== 'on-site' && visit !== 'overdue') throw over(`${visitor} is not on site.`)
}

/** Who comes before the time of the pass is checked in all the same, on the day before at the earliest. */
const earlyMs = 12 * 3_600_000
