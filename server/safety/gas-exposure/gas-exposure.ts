// Who was in a zone while gas was there, and what was measured meanwhile. Each look is on the record, with its reason. The only
// file of this domain that others import.
import type { GasChannel } from '@gatehouse/contract/building/wire'
import * as contract from '@gatehouse/contract/safety/gas-exposure'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import type { Output, Parsed } from '@gatehouse/contract/operation'
import { Readable } from 'node:stream'
import { rulesOf } from '../../access/entry-exit/entry-exit.ts'
import type { Directory, KnownDevice, KnownPlace } from '../../building/devices/devices.ts'
import type { Db } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { invalid, notFound } from '../../kit/errors.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import { labelScope, seesLabelled } from '../../kit/label-scope.ts'
import { setPointsAt } from '../set-points/set-points.ts'
import { csvOf } from './csv.ts'
import {
  countUnidentified,
  type PassageRow,
  readChannels,
  readMinutes,
  readPassages,
  readPeople,
} from './gas-exposure.sql.ts'
import { keyOf, type Minute, measuredWhile, minuteMs, type SetPoint, withReached, worseOf } from './measured.ts'
import { type StayMs, staysIn, within } from './stays.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** So long before and after it is looked for when somebody came and went: the longest that a company may ask about. */
const aroundMs = 7 * dayMs

export interface GasExposureParts {
  readonly db: Db
  readonly directory: Pick<Directory, 'byId' | 'placeById' | 'ofCompany' | 'sees'>
}

type Asked = Parsed<typeof contract.people>
type Exposure = Output<typeof contract.people>

export const serveGasExposure = (serve: Serve, parts: GasExposureParts) => {
  const found = async (asked: Asked, caller: Caller, call: Call): Promise<Exposure> => {
    const exposure = await exposureIn(parts, asked, caller)
    const { zone, from, to } = exposure
    call.annotate({ subject: zone.name, after: { from, to, people: exposure.people.length } })
    return exposure
  }

  serve(contract.people, found)

  serve(contract.csv, async (asked, caller, call) => {
    const exposure = await found(asked, caller, call)
    const lines = [...csvOf(exposure)]
    call.annotateAtEnd(() => ({ rows: lines.length - 1 }))
    call.reply.header(
      'content-disposition',
      `attachment; filename="gatehouse-gas-exposure-${exposure.from.slice(0, 10)}.csv"`,
    )
    return Readable.from(lines, { objectMode: false })
  })
}

const exposureIn = async (parts: GasExposureParts, asked: Asked, caller: Caller): Promise<Exposure> => {
  const { db } = parts
  const companyId = companyOf(caller)
  const { zone, zoneId, detectors, timeZone } = whereOf(parts, asked, caller)
  const { from, to, now } = spanOf(asked)
  const whereabouts = { companyId, scope: labelScope(caller), zoneId }
  const span = { from: new Date(from), to: new Date(to) }
  const { insideHours } = await rulesOf(db, companyId)
  const passages = await readPassages(db, {
    ...whereabouts,
    from: new Date(from - aroundMs),
    to: new Date(Math.min(now, to + aroundMs)),
  })
  const stays = [...Map.groupBy(passages, ({ personId }) => personId)].flatMap(([id, own]) => {
    const there = within(staysIn(zoneId, own.map(passageOf), { now, usualMs: insideHours * hourMs }), from, to)
    return there.length === 0 ? [] : [{ id, by: byOf(zoneId, own, there), there }]
  })
  const known = new Map(
    (
      await readPeople(
        db,
        companyId,
        stays.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  )
  const channels = await channelsOf(db, detectors, span)
  const people = stays.map(({ id, by, there }): contract.PersonExposed => {
    const isSeen = ({ entrySeen, exitSeen }: StayMs) => entrySeen && exitSeen
    return {
      id,
      name: known.get(id)?.name ?? 'Deleted person',
      from: known.get(id)?.from ?? null,
      by,
      stays: there.map((one) => ({
        ...one,
        from: new Date(one.from).toISOString(),
        to: new Date(one.to).toISOString(),
      })),
      minutes: minutesOf(there.filter(isSeen)),
      possibleMinutes: minutesOf(there.filter((one) => !isSeen(one))),
      channels: channels.map((channel) => measuredOf(channel, there)),
    }
  })
  return {
    zone: { id: zoneId, name: zone.name, site: zone.site },
    timeZone,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    detectors: detectors.map(({ id, name }) => ({ id, name })),
    channels: channels.map((channel) => measuredOf(channel, [{ from, to }])),
    people: people.toSorted(
      (a, b) =>
        b.minutes - a.minutes ||
        b.possibleMinutes - a.possibleMinutes ||
        a.name.localeCompare(b.name) ||
        a.id.localeCompare(b.id),
    ),
    unidentified: await countUnidentified(db, { ...whereabouts, ...span }),
  }
}

interface Where {
  readonly zone: Pick<KnownPlace, 'name' | 'site'>
  readonly zoneId: string
  readonly detectors: readonly KnownDevice[]
  readonly timeZone: string
}

const whereOf = ({ directory }: GasExposureParts, { zoneId, deviceId }: Asked, caller: Caller): Where => {
  if ((zoneId === undefined) === (deviceId === undefined))
    throw invalid([{ field: 'zoneId', message: 'Choose a zone or a detector' }])
  const device = deviceId === undefined ? undefined : directory.byId(deviceId)
  if (deviceId !== undefined && (device?.kind !== 'gas' || !directory.sees(caller, deviceId)))
    throw notFound('This detector')
  const wanted = zoneId ?? device?.zoneId
  if (!wanted) throw invalid([{ field: 'deviceId', message: 'This detector is in no zone. Choose a zone.' }])
  const zone = directory.placeById(wanted)
  if (!zone || zone.zoneId === null || zone.companyId !== caller.companyId || !seesLabelled(caller, zone.levels))
    throw notFound('This zone')
  const all = directory.ofCompany(zone.companyId)
  const detectors = device
    ? [device]
    : all.filter(({ id, kind, zoneId: of }) => kind === 'gas' && of === wanted && directory.sees(caller, id))
  const timeZone = all.find(({ siteId }) => siteId === zone.siteId)?.timeZone ?? 'UTC'
  return { zone, zoneId: wanted, detectors, timeZone }
}

const spanOf = (asked: Asked) => {
  const now = clock.ms()
  const [from, to] = [Date.parse(asked.from), Math.min(Date.parse(asked.to), now)]
  if (from >= to)
    throw invalid([{ field: 'to', message: 'Choose an end after the beginning, and a beginning before now' }])
  if (to - from > contract.longestSpan * dayMs)
    throw invalid([{ field: 'to', message: `Choose ${contract.longestSpan} days at most` }])
  return { from, to, now }
}

const passageOf = ({ at, from, to }: PassageRow) => ({ at: at.getTime(), from, to })

/** By hand where one of its entries or exits is: whoever wrote it down knows of it. */
const byOf = (zoneId: string, own: readonly PassageRow[], there: readonly StayMs[]): contract.PersonExposed['by'] => {
  const [first, last] = [there[0]?.from ?? 0, there.at(-1)?.to ?? 0]
  const isManual = own.some(
    ({ isManual: manual, at, from, to }) =>
      manual && (from === zoneId || to === zoneId) && at.getTime() >= first && at.getTime() <= last,
  )
  if (isManual) return 'manual'
  return own[0]?.isVisitor ? 'visitor' : 'badge'
}

const minutesOf = (stays: readonly StayMs[]): number =>
  rounded(stays.reduce((sum, { from, to }) => sum + to - from, 0) / minuteMs)

const rounded = (value: number) => Math.round(value * 10) / 10

interface Channel {
  readonly channel: GasChannel
  readonly minutes: readonly Minute[]
  readonly setPoints: readonly SetPoint[]
}

const channelsOf = async (
  db: Db,
  detectors: readonly KnownDevice[],
  span: { from: Date; to: Date },
): Promise<Channel[]> => {
  const byId = new Map(detectors.map((device) => [device.id, device]))
  const time = { from: span.from.toISOString(), to: span.to.toISOString() }
  const found: (Channel & { readonly detector: string })[] = []
  for (const { deviceId, channel } of await readChannels(db, [...byId.keys()])) {
    const device = byId.get(deviceId)
    if (!device) continue
    const stretches = await setPointsAt(db, device, channel, time)
    const minutes = withReached(await readMinutes(db, { deviceId, channel, ...span }), stretches)
    const setPoints = stretches.filter(({ of }) => of === 'value')
    found.push({ detector: deviceId, channel, minutes, setPoints })
  }
  return [...Map.groupBy(found, ({ channel }) => channel)].map(([channel, all]) => ({
    channel,
    minutes: worseOf(
      channel,
      all.map(({ minutes }) => minutes),
    ),
    setPoints: [
      ...new Map(all.flatMap(({ setPoints }) => setPoints).map((one) => [keyOf(one), one])).values(),
    ].toSorted((a, b) => a.comparison.localeCompare(b.comparison) || a.value - b.value),
  }))
}

const measuredOf = (
  { channel, minutes, setPoints }: Channel,
  spans: readonly { readonly from: number; readonly to: number }[],
): contract.Measured => {
  const { highest, lowest, mean, share, reached } = measuredWhile(minutes, spans)
  return {
    channel,
    unit: unitOfGas[channel],
    highest,
    lowest,
    mean: mean === null ? null : Math.round(mean * 10_000) / 10_000,
    share: Math.round(share * 10_000) / 10_000,
    reached: setPoints.map(({ comparison, value, severity }) => ({
      comparison,
      value,
      severity,
      minutes: rounded((reached.get(keyOf({ comparison, value, severity })) ?? 0) / minuteMs),
    })),
  }
}
