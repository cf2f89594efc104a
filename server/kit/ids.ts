// Names of what happened at a moment of its own, which may lie behind: in the order of their moments, and of one moment in
// the order in which they were told (RFC 9562, version 7, with a counter where the library takes chance).
import { v7 } from 'uuid'

const most = 0xff_ff_ff_ff
let told = 0

export const idAt = (at: Date): string => {
  told = told === most ? 0 : told + 1
  return v7({ msecs: at.getTime(), seq: told })
}
