// The part of main.ts's wiring that is places, doors and who goes through them, in the order of dependence.
import type { Logger } from 'pino'
import { createPins, serveAccess } from './access/access/access.ts'
import type { AuditLog } from './record/activity/activity.ts'
import type { Store } from './db/pool.ts'
import { createDecisions, serveDecisions } from './access/decisions/decisions.ts'
import { type Directory, serveService } from './building/devices/devices.ts'
import { readDevices, serveDevices } from './building/devices/list.ts'
import { serveSites } from './building/sites/sites.ts'
import { serveDoorGroups } from './access/door-groups/door-groups.ts'
import { serveDoorSetup } from './access/door-setup/door-setup.ts'
import {
  createCommands,
  createWatch,
  type DoorPolicy,
  holdPolicy,
  reasonPolicy,
  recordStates,
  recordStatesOfEvents,
  serveDoors,
} from './access/doors/doors.ts'
import { recordAccesses, serveEntryExit } from './access/entry-exit/entry-exit.ts'
import { raiseAtDoors, recordAs, recordEvents, store as storeEvents } from './insight/events/events.ts'
import type { Ingest } from './building/ingest/ingest.ts'
import type { Bus } from './kit/bus.ts'
import { clock } from './kit/clock.ts'
import type { Names } from './kit/names.ts'
import type { Serve } from './kit/http/serve.ts'
import { together } from './kit/recorders.ts'
import type { Vault } from './kit/secrets/vault.ts'
import { createLockdownSender, lockdownPolicy, serveLockdowns } from './access/lockdowns/lockdowns.ts'
import type { Mail } from './messages/mail/mail.ts'
import { followPresence, serveMuster } from './access/muster/muster.ts'
import { wireActuators, type wireSafety } from './safety.ts'
import { servePlans } from './building/plans/plans.ts'
import { serveVisitors } from './access/visitors/visitors.ts'
import { createKeeper, schedulePolicy, serveSchedules } from './access/schedules/schedules.ts'

/** What every command to a door is judged by, in this order: the first that refuses is the one whose reason is given. */
export const doorPolicies: readonly DoorPolicy[] = [reasonPolicy, holdPolicy, lockdownPolicy, schedulePolicy]

export interface BuildingParts {
  readonly store: Store
  readonly bus: Bus
  readonly directory: Directory
  readonly names: Names
  readonly vault: Vault
  readonly mail: Mail
  readonly record: AuditLog
  /** By what alarm rules are judged, and maintenance. */
  readonly safety: Pick<ReturnType<typeof wireSafety>, 'judge' | 'maintained'>
  readonly log: Logger
  /** Whether devices may be connected to other nodes than this one. */
  readonly otherNodes: boolean
  /** What is to be stopped with the server, last things first. */
  readonly closing: (() => unknown)[]
}

export const wireBuilding = (
  serve: Serve,
  { store, bus, directory, names, vault, mail, record, safety, log, otherNodes, closing }: BuildingParts,
) => {
  const { db } = store
  serveSites(serve, db, bus)
  serveDevices(serve, db, directory)
  const commands = createCommands({
    policies: doorPolicies,
    store,
    directory,
    bus,
    record,
    log,
    others: otherNodes,
  })
  closing.push(() => commands.stop())
  const doorParts = { store, bus, directory, commands, log }
  const actuators = wireActuators(serve, {
    store,
    bus,
    directory,
    record,
    judge: safety.judge,
    log,
    others: otherNodes,
    closing,
  })
  const service = serveService(serve, { store, directory, bus, record, maintained: safety.maintained, log })
  closing.push(() => service.stop())
  serveDoors(serve, doorParts)
  const watch = createWatch({ ...doorParts, judge: safety.judge, raise: raiseAtDoors(bus, directory) })
  closing.push(() => watch.stop())
  serveDoorGroups(serve, db, directory)
  servePlans(serve, { db, directory, bus, readDevices: (ids) => readDevices(db, ids) })
  const keeper = createKeeper({ store, commands, bus, log })
  closing.push(() => keeper.stop())
  serveSchedules(serve, { db, directory, bus })
  const notifying = createLockdownSender({ store, commands, bus, log, freed: keeper.sendAgain })
  closing.push(() => notifying.stop())
  serveLockdowns(serve, { store, directory, commands, sender: notifying, bus })
  const pins = createPins(vault)
  serveAccess(serve, { db, bus, vault, pins, recordMany: record })
  serveEntryExit(serve, { store, directory, bus, names, judge: safety.judge })
  serveVisitors(serve, { store, directory, names, bus, mail, judge: safety.judge })
  const decisions = createDecisions({
    store,
    vault,
    directory,
    bus,
    names,
    log,
    storeEvents: (tx, list) => storeEvents(tx, bus, list),
  })
  closing.push(() => decisions.stop())
  serveMuster(serve, { store, bus })
  const following = followPresence(db, bus, log)
  closing.push(() => following.stop())

  return {
    issue: commands.issue,
    recorders: {
      event: together(
        recordStatesOfEvents(doorParts),
        recordAccesses(bus, names, decisions.judge),
        recordEvents(bus),
        decisions.recordDifferences,
      ),
      state: recordStates(doorParts),
      ack: together(recordAs(bus, 'ack'), commands.recordAcks, actuators.recordAcks),
      output: actuators.recordOutputs,
      ask: decisions.recordAsks,
    },
    recordStatuses: decisions.recordStatuses,
    repeated: decisions.repeated,
    /** Devices can be heard and spoken to from now on; `host` is where they find this server, where that is known. */
    begin(ingest: Ingest, host: string | null) {
      serveDoorSetup(serve, {
        db,
        directory,
        wire: { host, port: ingest.mqttPort },
        changed: ingest.reload,
      })
      serveDecisions(serve, {
        store,
        directory,
        names,
        decisions,
        async takeAsk(item, companyId, name) {
          const origin = { username: name, companyId, carries: () => true }
          const { result, reason } = await ingest.intake.takeItem(item, origin, clock.now())
          return result === 'quarantined' || result === 'refused' ? (reason ?? 'It could not be understood') : null
        },
      })
      commands.begin(ingest)
      actuators.begin(ingest)
      actuators.beginControl()
      decisions.begin(ingest)
      keeper.begin()
      service.begin()
      notifying.begin()
      watch.start()
    },
    /** Another node, or the store itself, tells that these changed. */
    async follow(topic: 'commands' | 'schedules' | 'rules'): Promise<void> {
      if (topic === 'commands') {
        await commands.takeUp()
        return actuators.takeUp()
      }
      if (topic === 'schedules') return keeper.follow()
      return decisions.reload()
    },
  }
}
