// What a warden has to know of marks that arrived and do not hold: somebody else has said otherwise, later.
import type { Person } from '@gatehouse/contract/access/muster'
import { statusWords } from './muster-words.ts'
import type { Waiting } from './outbox.ts'

/** In words, for each person of whom the last of these marks does not hold. */
export const overtaken = (
  people: readonly Pick<Person, 'id' | 'name' | 'status' | 'statusAt' | 'statusBy'>[],
  sent: readonly Pick<Waiting, 'mark'>[],
): string[] =>
  people.flatMap(({ id, name, status, statusAt, statusBy }) => {
    const mine = sent.findLast(({ mark }) => mark.personId === id)?.mark
    if (!mine || mine.status === status || statusAt === null) return []
    if (status === 're-entered')
      return [`${name} went back in, and is looked for: you had not seen that when you marked them.`]
    if (statusAt <= mine.at) return []
    const [now, message] = [statusWords[status].word, statusWords[mine.status].word].map((word) => word.toLowerCase())
    return [`${name} is ${now}: ${statusBy ?? 'somebody else'} said so after you said ${message}.`]
  })
