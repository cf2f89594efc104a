// What the loading screen says as time goes by. It measures nothing: it shows that the page is alive, in the steps and
// words of the specification.
export const pleaseWait = 'Please wait while we prepare your experience'

export const loadingMessages = [
  'Initializing',
  'Loading AI Models',
  'Connecting IoT Devices',
  'Securing Network',
  'Almost There',
] as const

export interface LoadingStep {
  /** Of 100, in steps of 10; after 100 it begins anew. */
  readonly progress: number
  readonly message: (typeof loadingMessages)[number]
}

const stepMs = 800
const step = 10
const messageMs = 2_000
// The longest time of which both are multiples.
const tickMs = 400

/** What is shown after so long. */
export const loadingAt = (ms: number): LoadingStep => ({
  progress: (Math.floor(ms / stepMs) * step) % (100 + step),
  message: loadingMessages[Math.floor(ms / messageMs) % loadingMessages.length] ?? loadingMessages[0],
})

/** Shows each change from now on; answers with how to stop. `already`: for how long it has been shown. */
export const startLoading = (show: (step: LoadingStep) => void, already = 0): (() => void) => {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
    show(loadingAt(already + ticks * tickMs))
  }, tickMs)
  return () => clearInterval(timer)
}
