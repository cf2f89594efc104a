// Giving and taking roles: what it would change for whom, in a sentence and person by person.
import type { Person, Role } from '@gatehouse/contract/identity/roles'

export interface Assignment {
  readonly people: readonly Person[]
  /** Ids of roles. */
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

type Named = Pick<Role, '_id' | 'name'>

export interface PersonChange {
  readonly person: Person
  readonly gets: readonly string[]
  readonly loses: readonly string[]
}

/** Those for whom something changes: nobody is given what they have, nor loses what they have not. */
export const changesFor = ({ people, add, remove }: Assignment, roles: readonly Named[]): PersonChange[] =>
  people
    .map((person) => ({
      person,
      gets: roles.filter(({ _id }) => add.includes(_id) && !has(person, _id)).map(({ name }) => name),
      loses: roles.filter(({ _id }) => remove.includes(_id) && has(person, _id)).map(({ name }) => name),
    }))
    .filter(({ gets, loses }) => gets.length + loses.length > 0)

/** `Give guard to 3 people, take staff from 1`; null: nothing would change. */
export const sumUp = (assignment: Assignment, roles: readonly Named[]): string | null => {
  const { people, add, remove } = assignment
  const parts = roles.flatMap(({ _id, name }) => {
    const receivers = add.includes(_id) ? people.filter((person) => !has(person, _id)).length : 0
    const losers = remove.includes(_id) ? people.filter((person) => has(person, _id)).length : 0
    return [
      ...(receivers > 0 ? [{ kind: 'give', name, count: receivers }] : []),
      ...(losers > 0 ? [{ kind: 'take', name, count: losers }] : []),
    ]
  })
  const sentences = [
    ...parts.filter(({ kind }) => kind === 'give'),
    ...parts.filter(({ kind }) => kind === 'take'),
  ].map(({ kind, name, count }, index) => {
    const whom = index === 0 ? (count === 1 ? '1 person' : `${count} people`) : String(count)
    return kind === 'give' ? `give ${name} to ${whom}` : `take ${name} from ${whom}`
  })
  return sentences.length === 0 ? null : sentences.join(', ').replace(/^./, (letter) => letter.toUpperCase())
}

/** Whether somebody may do by their roles what one may not oneself: they are out of one's hands. */
export const isOutOfHands = (person: Person, roles: readonly Role[], held: ReadonlySet<string>): boolean =>
  roles.some(({ _id, permissions }) => has(person, _id) && permissions.some((name) => !held.has(name)))

export const has = ({ roles }: Person, roleId: string): boolean => roles.some(({ _id }) => _id === roleId)
