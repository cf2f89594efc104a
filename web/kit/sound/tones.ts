// The tones as notes: synthesised, so that no file is fetched when seconds count.
import type { AlarmTone, RingTone } from '@gatehouse/contract/messages/sound'

export interface Note {
  /** Seconds from the beginning. */
  readonly at: number
  readonly seconds: number
  readonly hertz: number
  /** Where the pitch glides to; it stays where absent. */
  readonly toHertz?: number
  readonly shape: 'sine' | 'triangle' | 'square'
}

type Tone = readonly Note[]

const repeated = (times: number, every: number, notes: Tone): Tone =>
  Array.from({ length: times }, (_, turn) => notes.map((note) => ({ ...note, at: note.at + turn * every }))).flat()

/** None where no sound was chosen. */
export const alarmNotes: Readonly<Record<AlarmTone, Tone>> = {
  pulse: repeated(3, 0.36, [
    { at: 0, seconds: 0.14, hertz: 880, shape: 'triangle' },
    { at: 0.16, seconds: 0.14, hertz: 660, shape: 'triangle' },
  ]),
  chime: [
    { at: 0, seconds: 0.5, hertz: 784, shape: 'sine' },
    { at: 0.3, seconds: 0.5, hertz: 622, shape: 'sine' },
    { at: 0.6, seconds: 0.8, hertz: 523, shape: 'sine' },
  ],
  siren: repeated(2, 0.9, [
    { at: 0, seconds: 0.45, hertz: 520, toHertz: 920, shape: 'square' },
    { at: 0.45, seconds: 0.45, hertz: 920, toHertz: 520, shape: 'square' },
  ]),
  off: [],
}

export const ringNotes: Readonly<Record<RingTone, Tone>> = {
  bell: repeated(2, 0.9, [{ at: 0, seconds: 0.7, hertz: 1047, shape: 'sine' }]),
  double: repeated(2, 1, [
    { at: 0, seconds: 0.3, hertz: 440, shape: 'triangle' },
    { at: 0.4, seconds: 0.3, hertz: 440, shape: 'triangle' },
  ]),
  soft: [
    { at: 0, seconds: 0.6, hertz: 523, shape: 'sine' },
    { at: 0.5, seconds: 0.8, hertz: 659, shape: 'sine' },
  ],
  off: [],
}
