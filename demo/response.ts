// How the alarms of a demo building are answered: its own rules, who is on call, and the words that people write. Plain data.
import type { AlarmRule } from '@gatehouse/contract/safety/alarm-rules'

export interface Response {
  /** E-mail of who answers where there are no guards. */
  readonly answers: string
  /** E-mails of who shelves and resolves, and of who is assigned what has to be repaired. */
  readonly manager: string
  readonly repairs: string
  readonly rules: readonly OwnRule[]
  readonly comments: Readonly<Record<string, readonly string[]>>
  readonly reasons: Readonly<Record<'shelved' | 'resolved', readonly string[]>>
  /** What was overlooked: of a device, from so many minutes before the history ends. */
  readonly overlooked: readonly { readonly device: string; readonly minutesBefore: number }[]
  readonly onCall?: OnCall
  /** What guards add to the facts of their shift, when they hand over. */
  readonly remarks: readonly string[]
}

/** A rule that somebody here has added to those that every company begins with. */
export interface OwnRule {
  readonly key: string
  readonly name: string
  readonly severity: AlarmRule['severity']
  readonly condition: Extract<AlarmRule['condition'], { kind: 'state' }>
  /** Keys of the devices that it looks at. */
  readonly devices: readonly string[]
  readonly checklist: readonly string[]
}

export interface OnCall {
  readonly rota: {
    readonly name: string
    /** E-mails, in the order in which they follow each other; they hand over every week. */
    readonly people: readonly string[]
    readonly handOverAt: string
  }
  readonly policy: string
  readonly absence: { readonly person: string; readonly inDays: number; readonly days: number; readonly note: string }
  readonly override: { readonly person: string; readonly inDays: number; readonly hours: number }
}
