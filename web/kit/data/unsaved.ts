// What is typed and not saved, for whoever is about to take all of it away because its user asked for that.
import { singleton } from '../application.ts'

type Ask = () => Promise<boolean>

export interface Unsaved {
  /** `ask` answers whether it may be lost. Answers with how to be left out of that. */
  readonly hold: (ask: Ask) => () => void
  /** Asks everybody who holds something, one after the other; the first no is enough. */
  readonly mayLose: () => Promise<boolean>
}

export const createUnsaved = (): Unsaved => {
  const holders = new Set<Ask>()
  return {
    hold: (ask) => {
      holders.add(ask)
      return () => void holders.delete(ask)
    },
    mayLose: async () => {
      for (const ask of holders) {
        if (!(await ask())) return false
      }
      return true
    },
  }
}

export const unsavedForms = singleton(createUnsaved)
