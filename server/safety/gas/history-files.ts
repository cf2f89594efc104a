// The history of gas channels as a file: exactly the buckets that their chart draws, as CSV or as a workbook of the same rows.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type GasChannel, gasChannel } from '@gatehouse/contract/building/wire'
import type { Parsed } from '@gatehouse/contract/operation'
import * as gas from '@gatehouse/contract/safety/gas'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import type { Directory, KnownDevice } from '../../building/devices/devices.ts'
import { type Db, firstOf } from '../../db/pool.ts'
import { csvLine } from '../../kit/csv.ts'
import { clock } from '../../kit/clock.ts'
import { createWorkbook, type WorkbookFacts } from '../../kit/documents/workbook.ts'
import { invalid, notFound } from '../../kit/errors.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import { readHistory } from './history.ts'

type Asked = Parsed<typeof gas.exportCsv>

interface Wanted {
  readonly device: KnownDevice
  readonly channel: GasChannel
}

export interface FilesParts {
  readonly db: Db
  readonly directory: Pick<Directory, 'byId' | 'sees'>
}

export const serveHistoryFiles = (serve: Serve, { db, directory }: FilesParts) => {
  /** What labels hide, or another company has, is as if it were not there. */
  const wantedIn = (channels: string, caller: Caller): Wanted[] => {
    const ids = [...new Set(channels.split(','))]
    if (ids.length > gas.mostCompared)
      throw invalid([{ field: 'channels', message: `Choose at most ${gas.mostCompared} channels` }])
    return ids.map((id) => {
      const [deviceId = '', name = ''] = id.split('.')
      const channel = gasChannel.safeParse(name).data
      if (channel === undefined)
        throw invalid([{ field: 'channels', message: `There is no such channel: ${name || id}` }])
      const device = directory.byId(deviceId)
      if (device?.kind !== 'gas' || !directory.sees(caller, deviceId)) throw notFound('This detector')
      return { device, channel }
    })
  }

  const rowsOf = async ({ channels, from, to }: Asked, caller: Caller, call: Call) => {
    const wanted = wantedIn(channels, caller)
    const names = wanted.map(({ device, channel }) => `${channel} of ${device.name}`)
    const rows: string[][] = []
    let step = ''
    for (const { device, channel } of wanted) {
      const history = await readHistory(db, device.id, channel, { from, to })
      step = history.step
      for (const bucket of history.buckets) rows.push(rowOf({ device, channel }, bucket))
    }
    const csv = [titles, ...rows].map(csvLine)
    const hash = createHash('sha256')
    for (const line of csv) hash.update(line)
    const facts = { rows: rows.length, sha256: hash.digest('hex') }
    call.annotate({ subject: names.join(', '), after: { rows: facts.rows } })
    call.annotateAtEnd(() => facts)
    return { rows, csv, facts, names, step }
  }

  serve(gas.exportCsv, async (asked, caller, call) => {
    const { csv } = await rowsOf(asked, caller, call)
    named(call, 'csv')
    return Readable.from(csv, { objectMode: false })
  })

  serve(gas.exportXlsx, async (asked, caller, call) => {
    const { rows, facts, names, step } = await rowsOf(asked, caller, call)
    const about = await aboutOf(db, caller, asked)
    const book = createWorkbook(
      { ...about, facts: [...about.facts, ['Channels', names.join(', ')], ['Each row', `One ${step}`]] },
      mostOnSheet,
    )
    for (const row of rows) book.add(row)
    named(call, 'xlsx')
    return Readable.from(await book.end(facts), { objectMode: false })
  })
}

const mostOnSheet = 1_000_000

const columns = [
  { title: 'Time', kind: 'moment', width: 20 },
  { title: 'Detector', kind: 'text', width: 28 },
  { title: 'Zone', kind: 'text', width: 24 },
  { title: 'Channel', kind: 'text', width: 12 },
  { title: 'Unit', kind: 'text', width: 10 },
  { title: 'Mean', kind: 'number', width: 12 },
  { title: 'Lowest', kind: 'number', width: 12 },
  { title: 'Highest', kind: 'number', width: 12 },
  { title: 'Readings', kind: 'number', width: 12 },
  { title: 'Without a value', kind: 'number', width: 16 },
] as const satisfies WorkbookFacts['columns']

const titles = columns.map(({ title }) => title)

const rowOf = ({ device, channel }: Wanted, { at, avg, min, max, count, faults }: gas.Bucket): string[] => [
  at,
  device.name,
  device.zone ?? '',
  channel,
  unitOfGas[channel],
  ...[avg, min, max].map((value) => (value === null ? '' : String(value))),
  String(count),
  String(faults),
]

const aboutOf = async (db: Db, caller: Caller, { from, to }: Asked): Promise<WorkbookFacts> => {
  const known = await firstOf<{ company: string; timeZone: string }>(db)`
    select name as company, time_zone as "timeZone" from company where id = ${companyOf(caller)}
  `
  const { company = '', timeZone = 'UTC' } = known ?? {}
  const at = (moment: string) =>
    new Date(moment).toLocaleString('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  return {
    title: 'History of gas channels. Supervision only: the certified detectors are not replaced.',
    company,
    timeZone,
    madeAt: at(clock.iso()),
    madeBy: `${caller.name} (${caller.email})`,
    columns,
    facts: [
      ['From', at(from)],
      ['Until', at(to)],
    ],
  }
}

const named = ({ reply }: Call, kind: 'csv' | 'xlsx') =>
  reply.header('content-disposition', `attachment; filename="gatehouse-gas-${clock.iso().slice(0, 10)}.${kind}"`)
