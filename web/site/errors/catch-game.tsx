// The game of the error page: catch the circle. It leaps away at each catch.
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { caughtAll, leap, type Spot, target } from './catch-rules.ts'
import styles from './catch-game.module.css'

const rippleMs = 1_000

interface Ripple extends Spot {
  readonly key: number
}

export const CatchGame = () => {
  const [score, setScore] = useState(0)
  const [spot, setSpot] = useState<Spot>({ x: 50, y: 50 })
  const [ripples, setRipples] = useState<readonly Ripple[]>([])
  const [celebrates, setCelebrates] = useState(false)
  const caught = useRef(0)
  const isOver = useRef(false)
  useEffect(() => () => void (isOver.current = true), [])

  const win = async () => {
    setCelebrates(true)
    await celebrate()
    if (isOver.current) return
    window.alert(caughtAll)
    setScore(0)
    setCelebrates(false)
  }

  const onCatch = () => {
    if (celebrates) return
    // Two may be caught within what the clock tells apart.
    const ripple = { ...spot, key: (caught.current += 1) }
    setRipples((shown) => [...shown, ripple])
    setTimeout(() => setRipples((shown) => shown.filter(({ key }) => key !== ripple.key)), rippleMs)
    setSpot(leap(spot))
    setScore(score + 1)
    if (score + 1 === target) void win()
  }

  return (
    <section className="mt-6 w-[min(30rem,100%)]" aria-label="A game while you are here">
      <p className="mb-2 flex justify-between font-semibold text-muted [&_output]:text-text [&_output]:tabular-nums">
        Catch the circle{' '}
        <output>
          {score} / {target}
        </output>
      </p>
      <div className="relative h-[15rem] touch-manipulation overflow-hidden rounded border border-line bg-surface">
        {ripples.map(({ key, ...at }) => (
          <span
            key={key}
            className={`${styles.ripple} absolute h-12 w-12 rounded-[50%] [translate:-50%_-50%]`}
            style={placeOf(at)}
            data-testid="ripple"
          />
        ))}
        <button
          type="button"
          className="absolute h-12 w-12 min-w-touch cursor-pointer rounded-[50%] border-0 bg-public-primary p-0 [transition:left_120ms_ease-out,top_120ms_ease-out] [translate:-50%_-50%] [-webkit-tap-highlight-color:transparent] hover:[filter:brightness(1.1)] aria-disabled:cursor-default"
          style={placeOf(spot)}
          aria-label="The circle"
          aria-disabled={celebrates}
          onClick={onCatch}
        />
      </div>
    </section>
  )
}

const celebrate = async (): Promise<void> => {
  // Who wants no motion gets the words at once.
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  try {
    const { throwConfetti } = await import('./confetti.ts')
    await throwConfetti()
  } catch {
    // It did not arrive: no reason to keep the words back.
  }
}

const placeOf = ({ x, y }: Spot): CSSProperties => ({ left: `${x}%`, top: `${y}%` })
