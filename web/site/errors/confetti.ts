// Confetti over the page for three seconds.
import confetti from 'canvas-confetti'
import { schemes } from '../../ui/theme/tokens.ts'

const lastsMs = 3_000
const { publicPrimary, primary, secondary, state } = schemes.dark
const colors = [publicPrimary, primary, secondary, state.normal, state.warning]

export const throwConfetti = async (): Promise<void> => {
  const canvas = document.createElement('canvas')
  canvas.className = 'confetti'
  canvas.dataset['testid'] = 'confetti'
  canvas.setAttribute('aria-hidden', 'true')
  Object.assign(canvas.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', pointerEvents: 'none' })
  document.body.append(canvas)
  // No worker: it would be a script made of text, which the page's policy refuses.
  const fire = confetti.create(canvas, { resize: true, useWorker: false })
  const until = performance.now() + lastsMs
  const burst = () => {
    void fire({ particleCount: 30, angle: 60, spread: 60, startVelocity: 55, origin: { x: 0, y: 0.8 }, colors })
    void fire({ particleCount: 30, angle: 120, spread: 60, startVelocity: 55, origin: { x: 1, y: 0.8 }, colors })
  }
  burst()
  const timer = setInterval(burst, 400)
  await new Promise((resolve) => setTimeout(resolve, until - performance.now()))
  clearInterval(timer)
  fire.reset()
  canvas.remove()
}
