// The service of gas detectors: what sensors they have, the ledger of calibrations, bump tests and repairs, and when the next is due.
import { z } from 'zod'
import { changeEvent } from '../change-event.ts'
import { bytes, command, query, stream, type DomainFacts } from '../operation.ts'
import { id, moment, next, page, search, sortedBy, total } from '../shapes.ts'
import { outOfService } from '../building/device-service.ts'
import { ledgerKinds, serviceStates } from './gas-state.ts'
import { isExact } from './pass-band.ts'

export const domain: DomainFacts = { title: 'Gas detector service', shows: ['devices'] }

/** What a sensor that has to be calibrated measures. */
export const servicedChannel = z.enum(['CO', 'H2S', 'O2', 'LEL', 'CO2', 'NO2', 'SO2', 'NH3'])
export type ServicedChannel = z.output<typeof servicedChannel>

export const serviceState = z.enum(serviceStates)
export type { ServiceState } from './gas-state.ts'

/** A day where the detector is: `2026-11-28`. */
const day = z.iso.date('Choose a date')
const words = z.string().trim()
const exact = z.number('Enter a number').refine(isExact, 'At most 6 digits after the point, and at most 1,000,000')
const unit = z.string()
const days = (most: number) => z.int('Enter whole days').min(1, 'At least 1 day').max(most, `At most ${most} days`)
const bumpDays = days(730)
const calibrationDays = days(1095)
const bandPercent = exact.refine((band) => band >= 1 && band <= 20, 'From 1 to 20 %')

const item = z.object({
  state: serviceState,
  /** When it was passed last, or the sensor was installed. */
  lastOn: day.nullable(),
  /** The last day on which it is in time. */
  dueOn: day.nullable(),
})
export type ServiceItem = z.output<typeof item>

const sensorFacts = {
  type: z.string(),
  serial: z.string(),
  installedOn: day.nullable(),
  /** Months from its installation after which it is to be replaced. */
  lifeMonths: z.int().nullable(),
  rangeLow: z.number().nullable(),
  rangeHigh: z.number().nullable(),
  resolution: z.number().nullable(),
  /** Its own intervals; null: those of the company. */
  bumpDays: z.int().nullable(),
  calibrationDays: z.int().nullable(),
}

export const channelService = z.object({
  channel: servicedChannel,
  /** Of all its numbers: `ppm`. */
  unit,
  /** The worst of its items. */
  state: serviceState,
  calibration: item,
  bumpTest: item,
  /** null where nobody has entered how long the sensor lasts. */
  replacement: item.nullable(),
  /** As installed now: after a replacement with what its entry has of the new one. */
  sensor: z.object(sensorFacts),
})
export type ChannelService = z.output<typeof channelService>

export const detector = z.object({
  deviceId: id,
  key: z.string(),
  name: z.string(),
  site: z.string(),
  zone: z.string().nullable(),
  timeZone: z.string(),
  outOfService: outOfService.nullable(),
  /** The worst of its channels; `never` where none is known yet. */
  state: serviceState,
  /** The first of all that is due. */
  dueOn: day.nullable(),
  channels: z.array(channelService),
})
export type DetectorService = z.output<typeof detector>

export const settings = z.object({
  bumpDays,
  calibrationDays,
  /** For how many days before something is due it is `due-soon`. */
  dueSoonDays: z.int('Enter whole days').min(0).max(90, 'At most 90 days'),
  /** How far a reading may be from the test gas, either way, in percent of its concentration. */
  passBandPercent: bandPercent,
})
export type ServiceSettings = z.output<typeof settings>

/** What a person enters. */
export const entryKind = z.enum(['inspection', 'repair', 'sensor-replaced', 'bump-test', 'calibration'])
export type EntryKind = z.output<typeof entryKind>

export const ledgerKind = z.enum(ledgerKinds)

export const failReason = z.enum(['span-out-of-band', 'zero-out-of-band', 'gas-expired'])

export const certificateTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'] as const

const gas = z.object({
  /** In the unit of the channel. */
  concentration: z.number(),
  lot: z.string(),
  expiresOn: day,
})

/** In the unit of the channel; before the work and after it. */
const beforeAndAfter = z.object({ before: z.number().nullable(), after: z.number() })

export const entry = z.object({
  id,
  deviceId: id,
  channel: servicedChannel,
  unit,
  kind: ledgerKind,
  /** When the work was done. */
  at: moment,
  /** Who did it, where that was no account. */
  contractor: z.string().nullable(),
  recordedBy: z.string(),
  recordedAt: moment,
  gas: gas.nullable(),
  zero: beforeAndAfter.nullable(),
  span: beforeAndAfter.nullable(),
  /** The band that it was held to. */
  bandPercent: z.number().nullable(),
  /** Computed; null of what is no test. */
  result: z.enum(['pass', 'fail']).nullable(),
  failReasons: z.array(failReason),
  /** Of a sensor that was installed. */
  sensor: z.object({ type: z.string(), serial: z.string() }).nullable(),
  remark: z.string(),
  /** The entry that this one voids, and why. */
  voids: z.object({ entryId: id, reason: z.string() }).nullable(),
  /** The entry by which this one is void. */
  voidedBy: z.object({ entryId: id, reason: z.string(), by: z.string(), at: moment }).nullable(),
  certificate: z.object({ type: z.enum(certificateTypes), bytes: z.int(), uploadedAt: moment }).nullable(),
})
export type LedgerEntry = z.output<typeof entry>

const filter = { q: search, state: serviceState.optional() }
const theDevice = { device: 'deviceId' } as const
const theDetector = z.object({ detector })

export const list = query('detectorService.list', 'GET /gas/service', 'view_gas_detection', {
  sentence: ['Viewed', 'the service of gas detectors'],
  summary: 'The gas detectors that the caller may see, with what is due at each channel; what is due first comes first',
  input: page.extend({ ...filter, ...sortedBy('due', 'name', 'site') }),
  output: z.object({ detectors: z.array(detector), next, total }),
})

export const exportCsv = query('detectorService.exportCsv', 'GET /gas/service.csv', 'view_gas_detection', {
  sentence: ['Exported', 'the service of gas detectors'],
  sentenceOfEnd: ['Downloaded', 'the service of gas detectors'],
  summary: 'The service of gas detectors as CSV, a line for each channel',
  input: z.object(filter),
  output: stream,
  audit: true,
  download: 'text/csv; charset=utf-8',
  rateLimit: 20,
})

export const byDevice = query('detectorService.byDevice', 'GET /gas/service/{deviceId}', 'view_gas_detection', {
  sentence: ['Viewed', 'the service of {}', 'the service of a gas detector'],
  summary: 'What is due at a gas detector, and its ledger, newest first',
  input: page.extend({ deviceId: id, channel: servicedChannel.optional() }),
  output: z.object({ detector, entries: z.array(entry), next }),
  target: theDevice,
})

export const currentSettings = query(
  'detectorService.currentSettings',
  'GET /gas/service-settings',
  'view_gas_detection',
  {
    sentence: ['Viewed', 'the intervals of gas detector service'],
    summary: 'The intervals and the pass band of a company',
    output: z.object({ settings }),
  },
)

export const setSettings = command('detectorService.setSettings', 'PUT /gas/service-settings', 'manage_gas', {
  sentence: ['Changed', 'the intervals of gas detector service'],
  summary: 'Change the intervals and the pass band of a company; results that were recorded stay',
  input: settings,
  output: z.object({ settings }),
})

export const setSensor = command(
  'detectorService.setSensor',
  'PUT /gas/service/{deviceId}/sensors/{channel}',
  'manage_gas',
  {
    sentence: ['Changed', 'a sensor of {}', 'a sensor of a gas detector'],
    summary: 'Enter what sensor a channel has, how long it lasts, and intervals of its own',
    input: z.object({
      deviceId: id,
      channel: servicedChannel,
      type: words.max(100),
      serial: words.max(100),
      installedOn: day.nullable(),
      lifeMonths: z.int('Enter whole months').min(1, 'At least 1 month').max(240, 'At most 240 months').nullable(),
      rangeLow: exact.nullable(),
      rangeHigh: exact.nullable(),
      resolution: exact.nullable(),
      bumpDays: bumpDays.nullable(),
      calibrationDays: calibrationDays.nullable(),
    }),
    output: theDetector,
    target: theDevice,
  },
)

const readings = z.object({ before: exact.nullable().default(null), after: exact })
const reason = words.min(3, 'Write the reason in a few words').max(500)

export const recordEntry = command(
  'detectorService.recordEntry',
  'POST /gas/service/{deviceId}/entries',
  'manage_gas',
  {
    sentence: ['Recorded', '{}', 'service of a gas detector'],
    summary:
      'Add an entry to the ledger of a detector, by itself or in place of one that is wrong; whether a test is passed is computed',
    input: z.object({
      deviceId: id,
      channel: servicedChannel,
      kind: entryKind,
      at: moment,
      contractor: words.min(1).max(200).optional(),
      /** Needed of a bump test and a calibration, with `span`. */
      gas: z
        .object({
          concentration: exact.refine((value) => value > 0, 'More than 0'),
          lot: words.min(1, 'Enter the lot of the gas').max(100),
          expiresOn: day,
        })
        .optional(),
      /** Without gas; of a calibration. */
      zero: readings.optional(),
      span: readings.optional(),
      /** Of a sensor that was installed. */
      sensor: z.object({ type: words.max(100), serial: words.max(100) }).optional(),
      remark: words.max(2000).default(''),
      voids: z.object({ entryId: id, reason }).optional(),
    }),
    output: z.object({ entry, detector }),
    target: theDevice,
    status: 201,
  },
)

const entryPath = '/gas/service/{deviceId}/entries/{entryId}' as const

export const voidEntry = command('detectorService.voidEntry', `POST ${entryPath}/void`, 'manage_gas', {
  sentence: ['Voided', '{}', 'an entry of gas detector service'],
  summary: 'Void an entry of the ledger; it stays there, with the reason',
  input: z.object({ deviceId: id, entryId: id, reason }),
  output: z.object({ entry, detector }),
  target: theDevice,
  status: 201,
})

const certificateBytes = 10 * 1024 * 1024

export const attachCertificate = command(
  'detectorService.attachCertificate',
  `PUT ${entryPath}/certificate`,
  'manage_gas',
  {
    sentence: ['Added', 'the certificate of {}', 'a certificate of gas detector service'],
    summary:
      'Add the certificate to an entry, once: multipart, field `certificate`, a PDF or a picture of at most 10 MB',
    input: z.object({ deviceId: id, entryId: id }),
    output: z.object({ entry }),
    target: theDevice,
    upload: { field: 'certificate', bytes: certificateBytes, tooLarge: 'A certificate may be 10 MB at most.' },
    rateLimit: 30,
    timeoutMs: 60_000,
  },
)

export const certificate = query('detectorService.certificate', `GET ${entryPath}/certificate`, 'view_gas_detection', {
  sentence: ['Viewed', 'the certificate of {}', 'a certificate of gas detector service'],
  summary: 'The certificate of an entry, as it was uploaded',
  input: z.object({ deviceId: id, entryId: id }),
  output: bytes,
  target: theDevice,
  download: 'application/octet-stream',
})

export const changed = changeEvent('detectorService.changed', 'view_gas_detection')

export const messages = {
  certificateType: 'Please use a PDF, or a JPEG, PNG or WebP picture.',
  certificateThere: 'This entry has a certificate. Void the entry and record it again to replace that.',
} as const
