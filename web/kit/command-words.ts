// How the status of a command is called and looks, whatever it asks of whichever device.
import type { Status } from '@gatehouse/contract/building/command-life'

export const statusWords: Readonly<Record<Status, string>> = {
  requested: 'Requested',
  sent: 'Sent',
  confirmed: 'Confirmed',
  refused: 'Refused',
  'no-answer': 'No answer',
  failed: 'Not sent',
}

export const statusStates = {
  requested: 'information',
  sent: 'information',
  confirmed: 'normal',
  refused: 'high',
  'no-answer': 'warning',
  failed: 'high',
} as const satisfies Record<Status, string>
