// Calls about the same thing reach the server in the order in which they were asked for.

/** Each call waits for those before it that were about one of its things; others are made at once. */
export const inOrder = () => {
  const underWay = new Map<string, Promise<unknown>>()
  return <T>(about: readonly string[], call: () => Promise<T>): Promise<T> => {
    const before = about.flatMap((id) => underWay.get(id) ?? [])
    const mine = before.length === 0 ? call() : Promise.allSettled(before).then(call)
    for (const id of about) underWay.set(id, mine)
    const forget = () => {
      for (const id of about) if (underWay.get(id) === mine) underWay.delete(id)
    }
    mine.then(forget, forget)
    return mine
  }
}
