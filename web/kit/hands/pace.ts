// Doing less often what the browser says too often: scrolling, resizing.
export interface Paced {
  (): void
  /** Nothing more happens. */
  readonly stop: () => void
}

/** At once, and then at most once in that time; what was asked for meanwhile is done at its end. */
export const throttled = (act: () => void, everyMs: number): Paced => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let askedMeanwhile = false
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined
      if (!askedMeanwhile) return
      askedMeanwhile = false
      rest()
      act()
    }, everyMs)
  }
  const ask = () => {
    if (timer !== undefined) {
      askedMeanwhile = true
      return
    }
    rest()
    act()
  }
  return Object.assign(ask, { stop: () => clearTimeout(timer) })
}

/** Once it has been quiet for that time. */
export const debounced = (act: () => void, quietMs: number): Paced => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    clearTimeout(timer)
    timer = setTimeout(act, quietMs)
  }
  return Object.assign(ask, { stop: () => clearTimeout(timer) })
}
