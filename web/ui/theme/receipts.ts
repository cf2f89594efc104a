// By which way somebody was notified, and what became of it, in words.
import type { AlarmReceipt } from '@gatehouse/contract/safety/alarms'
import type { State } from './tokens.ts'

export const channelWords: Readonly<Record<AlarmReceipt['channel'], string>> = {
  'in-app': 'In Gatehouse',
  email: 'Mail',
  push: 'Push',
}

export const receiptWords: Readonly<Record<AlarmReceipt['status'], { readonly state: State; readonly word: string }>> =
  {
    queued: { state: 'stale', word: 'Waiting' },
    sent: { state: 'information', word: 'Sent' },
    delivered: { state: 'information', word: 'Delivered' },
    seen: { state: 'normal', word: 'Seen' },
    acknowledged: { state: 'normal', word: 'Acknowledged' },
    failed: { state: 'fault', word: 'Failed' },
  }
