// What a person hears of alarms and calls: which tone, how loud, and until when nothing at all.
import { z } from 'zod'
import { command, query, type DomainFacts } from '../operation.ts'
import { moment } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Sound' }

/** Of a notification of high priority, with the words of the settings. */
export const alarmTones = { pulse: 'Pulse', chime: 'Chime', siren: 'Siren', off: 'No sound' } as const
export type AlarmTone = keyof typeof alarmTones

/** Of an intercom that rings. */
export const ringTones = { bell: 'Bell', double: 'Double ring', soft: 'Soft', off: 'No sound' } as const
export type RingTone = keyof typeof ringTones

const isAlarmTone = (value: string): value is AlarmTone => Object.hasOwn(alarmTones, value)
const isRingTone = (value: string): value is RingTone => Object.hasOwn(ringTones, value)

/** A mute ends by itself: after a day at the latest. */
export const longestMuteHours = 24

export const sound = z.object({
  alarm: z.enum(Object.keys(alarmTones).filter(isAlarmTone)),
  ring: z.enum(Object.keys(ringTones).filter(isRingTone)),
  /** In percent. */
  volume: z.int().min(0).max(100),
  /** null: not muted; what is past is as good as null. */
  mutedUntil: moment.nullable(),
})
export type Sound = z.output<typeof sound>

export const usualSound: Sound = { alarm: 'pulse', ring: 'bell', volume: 70, mutedUntil: null }

export const mine = query('sound.mine', 'GET /auth/sound', 'signed-in', {
  sentence: ['Viewed', 'their sound settings'],
  summary: 'Which tones I chose, how loud they are, and until when they are muted',
  output: z.object({ sound }),
  personal: true,
})

export const choose = command('sound.choose', 'PUT /auth/sound', 'manage_account', {
  sentence: ['Changed', 'their sound settings'],
  summary: 'Choose tones and volume, or mute them for a while',
  input: sound,
  output: z.object({ sound }),
  personal: true,
})
