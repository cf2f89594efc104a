// Polled devices in words: their protocol, and how their connection is.
import type { ConnectionState, PolledChannel, PolledDriver, PollTrouble } from '@gatehouse/contract/building/polling'
import type { FlagMeaning, RegisterTable, RegisterType, WordOrder } from '@gatehouse/contract/building/register-map'
import { amountText, unitWord } from '../../kit/gas-words.ts'
import type { StateWord } from '../../ui/primitives/status-word.tsx'

export const driverWords: Readonly<Record<PolledDriver, string>> = { modbus: 'Modbus', bacnet: 'BACnet/IP' }

export const troubleWords: Readonly<Record<PollTrouble, StateWord>> = {
  unreachable: { state: 'offline', word: 'Unreachable' },
  'no-answer': { state: 'offline', word: 'No answer' },
  configuration: { state: 'fault', word: 'Wrong settings' },
  garbage: { state: 'fault', word: 'Unreadable answer' },
  busy: { state: 'warning', word: 'Busy' },
  'device-failure': { state: 'fault', word: 'Device failure' },
  refused: { state: 'fault', word: 'Address refused' },
}

export const connectionWord = ({ trouble, lastPollAt }: ConnectionState): StateWord => {
  if (trouble !== null) return troubleWords[trouble]
  return lastPollAt === null ? { state: 'unknown', word: 'Not polled yet' } : { state: 'normal', word: 'Connected' }
}

const qualityWords: Readonly<Record<PolledChannel['quality'], StateWord>> = {
  good: { state: 'normal', word: 'Good' },
  stale: { state: 'stale', word: 'Stale' },
  fault: { state: 'fault', word: 'Fault' },
  'warm-up': { state: 'information', word: 'Warm-up' },
  'over-range': { state: 'critical', word: 'Over range' },
  'under-range': { state: 'warning', word: 'Under range' },
}

export const qualityWord = ({ quality }: PolledChannel): StateWord => qualityWords[quality]

/** What comes as a number of 32 bits is as exact as its first seven digits. */
export const asMeasured = (value: number): number => Number(value.toPrecision(7))

export const valueText = ({ value, unit }: PolledChannel): string =>
  value === null ? `– ${unitWord(unit)}` : amountText(asMeasured(value), unit)

/** Registers as programs show them: `0x41a0 0x0000`. */
export const rawText = ({ raw }: PolledChannel): string => {
  if (raw === null) return 'Not read'
  return typeof raw === 'string' ? raw : raw.map((word) => `0x${word.toString(16).padStart(4, '0')}`).join(' ')
}

export const tableWords: Readonly<Record<RegisterTable, string>> = {
  holding: 'Holding register (function 3)',
  input: 'Input register (function 4)',
  coil: 'Coil (function 1)',
  discrete: 'Discrete input (function 2)',
}

export const typeWords: Readonly<Record<RegisterType, string>> = {
  float32: 'float32',
  float64: 'float64',
  int16: 'int16',
  uint16: 'uint16',
  int32: 'int32',
  uint32: 'uint32',
  bit: 'bit',
}

export const orderWords: Readonly<Record<WordOrder, string>> = {
  ABCD: 'ABCD: as Modbus has it',
  CDAB: 'CDAB: words turned round',
  BADC: 'BADC: bytes turned round',
  DCBA: 'DCBA: both turned round',
}

export const meaningWords: Readonly<Record<FlagMeaning, string>> = {
  fault: 'Fault',
  'warm-up': 'Warm-up',
  'over-range': 'Over range',
  'under-range': 'Under range',
  calibration: 'Calibration or inhibited',
}

export const shareText = ({ successShare }: ConnectionState): string =>
  successShare === null ? '–' : `${Math.round(successShare * 100)} %`
