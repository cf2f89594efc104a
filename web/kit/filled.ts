// What was filled in, of fields whose empty value stands for nothing.

type Filled<T> = { -readonly [K in keyof T]?: Exclude<T[K], ''> }

/** As an input of an operation has it: `{ q: '', siteId: 's1' }` is `{ siteId: 's1' }`. */
export const filledOf = <const T extends object>(fields: T): Filled<T> => {
  const filled: Filled<T> = {}
  for (const name in fields) {
    if (isFilled(fields[name])) filled[name] = fields[name]
  }
  return filled
}

const isFilled = <V>(value: V): value is Exclude<V, ''> => value !== ''
