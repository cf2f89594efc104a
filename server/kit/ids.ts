// Names of what happened at a moment of its own, which may lie behind: in the order of their moments, and of one moment in
// the order in which they were told (RFC 9562, version 7, with a counter where the library takes chance). The counter goes
// with time, and not with how much there is of whatever company.
import { v7 } from 'uuid'
import { clock } from './clock.ts'

const all = 2 ** 32
let last = 0

export const idAt = (at: Date): string => {
  const micros = Math.floor(clock.steadyMs() * 1000) % all
  // Behind by more than half of all: it has begun anew.
  last = micros > last || last - micros > all / 2 ? micros : (last + 1) % all
  return v7({ msecs: at.getTime(), seq: last })
}
