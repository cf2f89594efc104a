// Closing what was opened: the newest first, each whatever became of the others.
import type { Logger } from 'pino'

/** Empties the list while it closes what is in it. */
export const closeAllOf = async (closing: (() => unknown)[], log: Logger): Promise<void> => {
  for (let close = closing.pop(); close; close = closing.pop()) {
    await Promise.resolve()
      .then(close)
      .catch((error: unknown) => log.debug({ error }, 'while stopping'))
  }
}
