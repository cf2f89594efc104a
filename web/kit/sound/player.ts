// Plays notes, once the person has touched the page: browsers let nothing be heard before, and no page of ours tries.
import { singleton } from '../application.ts'
import type { Note } from './tones.ts'

export interface Player {
  /** Whether anything would be heard. */
  readonly mayPlay: () => boolean
  /** Whether it is the browser that plays nothing, before the first click or key on the page. */
  readonly isBlocked: () => boolean
  /** `volume` in percent. Answers whether it is heard. */
  readonly play: (notes: readonly Note[], volume: number) => boolean
}

/** Notes begin and end without a click. */
const edgeSeconds = 0.02
/** Beyond it tones distort on small speakers. */
const loudest = 0.6

export const createPlayer = (): Player => {
  let context: AudioContext | undefined

  const knowsGestures = () => 'userActivation' in navigator && typeof AudioContext === 'function'
  const mayPlay = () => knowsGestures() && navigator.userActivation.hasBeenActive

  const sound = (on: AudioContext, { at, seconds, hertz, toHertz, shape }: Note, volume: number) => {
    const begin = on.currentTime + at
    const end = begin + seconds
    const oscillator = on.createOscillator()
    const gain = on.createGain()
    oscillator.type = shape
    oscillator.frequency.setValueAtTime(hertz, begin)
    if (toHertz !== undefined) oscillator.frequency.linearRampToValueAtTime(toHertz, end)
    gain.gain.setValueAtTime(0, begin)
    gain.gain.linearRampToValueAtTime(loudnessOf(volume), begin + edgeSeconds)
    gain.gain.setValueAtTime(loudnessOf(volume), end - edgeSeconds)
    gain.gain.linearRampToValueAtTime(0, end)
    oscillator.connect(gain).connect(on.destination)
    oscillator.start(begin)
    oscillator.stop(end)
  }

  return {
    mayPlay,
    isBlocked: () => knowsGestures() && !mayPlay(),
    play: (notes, volume) => {
      if (notes.length === 0 || volume === 0 || !mayPlay()) return false
      const on = (context ??= new AudioContext())
      // A page that was long silent is put to sleep by some browsers.
      if (on.state === 'suspended') void on.resume().catch(() => undefined)
      for (const note of notes) sound(on, note, volume)
      return true
    },
  }
}

// Loudness is heard by ratios, and not by differences.
const loudnessOf = (volume: number) => loudest * (volume / 100) ** 2

export const player = singleton(createPlayer)
