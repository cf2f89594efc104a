// A shift on paper: what each gas channel measured, how long it was beyond its set points as they were, and what happened.
import type { Output } from '@gatehouse/contract/operation'
import type { GasChannel } from '@gatehouse/contract/building/wire'
import * as gas from '@gatehouse/contract/safety/gas'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import type { SetPointVersion } from '@gatehouse/contract/safety/set-points'
import type { Directory, KnownDevice } from '../../building/devices/devices.ts'
import type { Db } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { invalid } from '../../kit/errors.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { readAlarms, readOutOfService, readService } from './annotations.sql.ts'
import { minuteMs } from './exposure.ts'
import type { Span } from './history.ts'
import { readBeyond, readShift, type ShiftRow } from './shift-report.sql.ts'

type Stretch = Output<typeof gas.annotations>['setPoints'][number]

export interface ShiftReportParts {
  readonly db: Db
  readonly directory: Pick<Directory, 'ofCompany' | 'sees'>
  /** What the set points of all channels of a company were, from one moment to another. */
  setPointsWithin(
    companyId: string,
    span: Span,
  ): Promise<(device: KnownDevice, channel: GasChannel) => readonly Stretch[]>
  setPointChanges(caller: Caller, span: Span): Promise<readonly SetPointVersion[]>
}

export const serveShiftReport = (serve: Serve, parts: ShiftReportParts) => {
  const { db, directory } = parts
  serve(gas.shiftReport, async ({ siteId, zoneId, ...wanted }, caller) => {
    const companyId = companyOf(caller)
    const devices = directory
      .ofCompany(companyId)
      .filter(
        (device) =>
          device.kind === 'gas' &&
          (siteId === undefined || device.siteId === siteId) &&
          (zoneId === undefined || device.zoneId === zoneId) &&
          directory.sees(caller, device.id),
      )
    const known = new Map(devices.map((device) => [device.id, device]))
    const ids = [...known.keys()]
    const span = wholeMinutes(wanted)
    const rows = (await readShift(db, ids, span)).flatMap((row) => {
      const device = known.get(row.deviceId)
      return device ? [{ ...row, device }] : []
    })
    const setPointsOf = await parts.setPointsWithin(companyId, span)
    const stretches = rows.flatMap(({ device, channel }) =>
      setPointsOf(device, channel).map((stretch) => ({ deviceId: device.id, channel, ...stretch })),
    )
    const minutes = await readBeyond(db, ids, span, stretches)
    const beyond = stretches.map((stretch, n) => ({ ...stretch, minutes: minutes.get(n) ?? 0 }))
    const happened = {
      alarms: await readAlarms(db, ids, { ...span, channel: null, most: mostAlarms + 1 }),
      service: await readService(db, ids, span),
      outOfService: await readOutOfService(db, companyId, ids, span),
    }
    // A report that leaves alarms out without a word is worse than none.
    if (happened.alarms.length > mostAlarms)
      throw invalid([
        { field: 'to', message: `There are more than ${mostAlarms} alarms: choose a shorter time, or one zone` },
      ])
    const channels = rows.map(({ device, ...row }) => {
      const isOf = (one: { readonly deviceId: string; readonly channel: string | null }) =>
        one.deviceId === device.id && (one.channel === null || one.channel === row.channel)
      return {
        ...channelOf(device, row, span),
        beyond: beyond.filter(isOf).map(({ deviceId: _device, channel: _channel, ...stretch }) => stretch),
        alarms: happened.alarms.filter(isOf).map(({ fact }) => fact),
        service: happened.service.filter(isOf).map(({ fact }) => fact),
        outOfService: happened.outOfService.filter(isOf).map(({ fact }) => fact),
      }
    })
    const changed = await parts.setPointChanges(caller, span)
    return {
      madeAt: clock.iso(),
      madeBy: caller.name || caller.email,
      ...span,
      channels,
      changes: changed.map(({ id, channel, stage, value, isInForce, unit, at, by, reason }) => ({
        id,
        channel,
        stage,
        value: isInForce ? value : null,
        unit,
        at,
        by,
        reason,
      })),
    }
  })
}

const mostAlarms = 5000

/** What is not over yet is no gap: a shift ends with the last whole minute at the latest. */
const wholeMinutes = ({ from, to }: Span): Span => {
  const begin = Math.floor(Date.parse(from) / minuteMs) * minuteMs
  const end = Math.floor(Math.min(Date.parse(to), clock.ms()) / minuteMs) * minuteMs
  return { from: new Date(begin).toISOString(), to: new Date(Math.max(begin, end)).toISOString() }
}

const channelOf = (device: KnownDevice, row: ShiftRow, { from, to }: Span) => ({
  deviceId: device.id,
  name: device.name,
  site: row.site,
  zone: device.zone,
  channel: row.channel,
  unit: unitOfGas[row.channel],
  lowest: row.lowest,
  mean: row.mean,
  highest: row.highest,
  stel: row.stel,
  twa: row.twa,
  minutesWithoutData: Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / minuteMs) - row.minutesWithData),
  minutesWithFaults: row.minutesWithFaults,
})
