// A value as the product shows it, to try: take the detector's plug out and see what becomes of its last reading.
import { useEffect, useState } from 'react'
import { ageText } from '../../kit/age.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'

const beatMs = 1_000
const speaksEvery = 3
// Shorter than in the product, where a detector has a minute: nobody waits for that on a page.
const staleAfter = 6
const offlineAfter = 14
const readings = [11.8, 12.4, 12.1, 11.6, 12.9, 12.2]

interface Detector {
  readonly plugged: boolean
  readonly spoken: number
  /** Seconds since it spoke. */
  readonly age: number
}

export const HonestValue = () => {
  const [{ plugged, spoken, age }, set] = useState<Detector>({ plugged: true, spoken: 0, age: 0 })
  useEffect(() => {
    const timer = setInterval(() => set(beat), beatMs)
    return () => clearInterval(timer)
  }, [])
  const state = age >= offlineAfter ? 'offline' : age >= staleAfter ? 'stale' : 'normal'
  return (
    <div className="grid justify-items-start gap-4 [border-radius:calc(var(--radius)_*_1.5)] border border-line bg-surface p-[clamp(var(--space-5),4vw,var(--space-10))]">
      <div
        className={`grid w-[min(20rem,100%)] gap-1 rounded border bg-sunken px-5 py-4 ${state === 'normal' ? 'border-line' : 'border-dashed border-strong-line'}`}
        data-state={state}
      >
        <p className="text-lg">
          <strong>CO</strong> Car park south
        </p>
        <p
          className={`text-[2.5rem] leading-[1.15] font-[660] tracking-[-0.02em] tabular-nums ${state === 'normal' ? '' : 'text-stale'}`}
        >
          {(readings[spoken % readings.length] ?? 0).toFixed(1)}{' '}
          <span className="text-xl font-medium tracking-[0]">ppm</span>
        </p>
        <p className="flex justify-between gap-3 text-lg">
          <output>
            <StatusWord state={state} />
          </output>
          <span className="text-muted tabular-nums">{ageText(0, age * 1_000)}</span>
        </p>
      </div>
      <button
        type="button"
        className="min-h-touch cursor-pointer rounded border border-strong-line bg-transparent px-5 py-0 text-lg font-semibold text-text hover:bg-sunken"
        onClick={() =>
          set((detector) => (plugged ? { ...detector, plugged: false } : { ...next(detector), plugged: true }))
        }
      >
        {plugged ? 'Pull the detector’s plug' : 'Plug it in again'}
      </button>
      <p className="min-h-[3em] max-w-[44ch] text-lg text-muted">
        {plugged
          ? 'Reports every 3 s.'
          : state === 'normal'
            ? 'Silent. Its last value grows old...'
            : state === 'stale'
              ? 'The last value stays, and says that it is not to be believed.'
              : 'Offline is a state of its own: neither zero nor green.'}
      </p>
    </div>
  )
}

const next = (detector: Detector): Detector => ({ ...detector, spoken: detector.spoken + 1, age: 0 })

const beat = (detector: Detector): Detector =>
  detector.plugged && detector.age + 1 >= speaksEvery ? next(detector) : { ...detector, age: detector.age + 1 }
