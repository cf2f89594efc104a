// The service of gas detectors in words.
import type {
  DetectorService,
  EntryKind,
  LedgerEntry,
  ServicedChannel,
  ServiceItem,
  ServiceState,
} from '@gatehouse/contract/safety/detector-service'
import type { FailReason } from '@gatehouse/contract/safety/pass-band'
import { channelName } from '../../kit/channel-name.ts'
import { formatOf } from '../../kit/time.ts'
import { amountText } from '../../kit/gas-words.ts'
import type { StateWord } from '../../ui/primitives/status-word.tsx'

export const servicedChannels = [
  'CO',
  'H2S',
  'O2',
  'LEL',
  'CO2',
  'NO2',
  'SO2',
  'NH3',
] as const satisfies readonly ServicedChannel[]

export const stateWords: Readonly<Record<ServiceState, StateWord>> = {
  failed: { state: 'critical', word: 'Failed' },
  overdue: { state: 'high', word: 'Overdue' },
  never: { state: 'warning', word: 'Never done' },
  'due-soon': { state: 'information', word: 'Due soon', icon: 'stale' },
  ok: { state: 'normal', word: 'In time' },
}

/** The worst first. */
export const serviceStates: readonly ServiceState[] = ['failed', 'overdue', 'never', 'due-soon', 'ok']

export const kindWords: Readonly<Record<LedgerEntry['kind'], string>> = {
  calibration: 'Calibration',
  'bump-test': 'Bump test',
  'sensor-replaced': 'Sensor replaced',
  repair: 'Repair',
  inspection: 'Inspection',
  void: 'Voided an entry',
}

/** What a person enters. */
export const entryKinds: readonly EntryKind[] = ['calibration', 'bump-test', 'sensor-replaced', 'repair', 'inspection']

export const failWords: Readonly<Record<FailReason, string>> = {
  'span-out-of-band': 'the reading under gas is outside the pass band',
  'zero-out-of-band': 'the zero reading is outside the pass band',
  'gas-expired': 'the gas had expired',
}

/** `28 Nov 2026` */
export const dayText = (day: string): string =>
  formatOf('UTC', 'day of the year', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(day))

/** `Due 28 Nov 2026, last done 28 May 2026` */
export const itemText = ({ lastOn, dueOn }: ServiceItem, last = 'last passed'): string =>
  [dueOn === null ? null : `due ${dayText(dueOn)}`, lastOn === null ? null : `${last} ${dayText(lastOn)}`]
    .filter(Boolean)
    .join(', ')

/** `93 ppm, then 100 ppm` */
export const readingText = ({ before, after }: NonNullable<LedgerEntry['span']>, unit: string): string =>
  before === null ? amountText(after, unit) : `${amountText(before, unit)}, then ${amountText(after, unit)}`

export const placeText = ({ site, zone }: Pick<DetectorService, 'site' | 'zone'>): string =>
  [zone, site].filter(Boolean).join(', ')

/** `CO, H₂S` */
export const channelsText = ({ channels }: DetectorService): string =>
  channels.map(({ channel }) => channelName(channel)).join(', ')
