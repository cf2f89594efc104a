// What is typed and not saved, for whoever is about to take all of it away because its user asked for that.
type Ask = () => Promise<boolean>

const holders = new Set<Ask>()

/** `ask` answers whether it may be lost. Answers with how to be left out of that. */
export const holdUnsaved = (ask: Ask): (() => void) => {
  holders.add(ask)
  return () => void holders.delete(ask)
}

/** Asks everybody who holds something, one after the other; the first no is enough. */
export const mayLoseUnsaved = async (): Promise<boolean> => {
  for (const ask of holders) {
    if (!(await ask())) return false
  }
  return true
}
