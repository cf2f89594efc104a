// For tests of devices that go off line, in a server whose clock other tests move.
import { tick } from '../kit/clock.testing.ts'

/**
 * Runs the server without a jump for so long that it believes who says that they are gone: after a sleep of the machine,
 * which a tick of another test looks like, it does not for a while.
 */
export const withoutJump = async (): Promise<void> => {
  for (let seconds = 0; seconds < 20; seconds += 2) await tick('2 s')
}
