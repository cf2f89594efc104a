// What is to happen at moments of a past that is made in order of time.
export interface Agenda {
  add(at: number, what: () => void): void
  /** Does all that was due before this moment, in its order. */
  until(at: number): void
}

export const createAgenda = (): Agenda => {
  const planned: { readonly at: number; readonly what: () => void }[] = []
  return {
    add(at, what) {
      // Seldom more than a few: the latest first, so that the next is taken from the end.
      let place = planned.length
      while (place > 0 && (planned[place - 1]?.at ?? Number.POSITIVE_INFINITY) <= at) place--
      planned.splice(place, 0, { at, what })
    },
    until(at) {
      for (let next = planned.at(-1); next && next.at < at; next = planned.at(-1)) {
        planned.pop()
        next.what()
      }
    },
  }
}
