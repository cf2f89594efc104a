// A new account: what somebody said about themselves, and what an account holds by itself.
import * as auth from '@gatehouse/contract/identity/auth'
import { own } from '@gatehouse/contract/permissions'
import { v7 as uuid } from 'uuid'
import { instant } from '../../db/instant.ts'
import { type Db, valuesOf } from '../../db/pool.ts'
import { Refusal } from '../../kit/errors.ts'
import { flooded, hashPassword } from '../../kit/secrets/passwords.ts'

export interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly country: string
  readonly password: string
}

export const hashInTurn = (password: string): Promise<string> => {
  if (flooded()) throw new Refusal(429, 'TOO_MANY', auth.messages.tooMany)
  return hashPassword(password)
}

/** The new account's id, with what an account holds by itself; undefined where the address has one. */
export const addAccount = async (tx: Db, person: Person, passwordHash: string): Promise<string | undefined> => {
  const [id] = await valuesOf<string>(tx)`
    insert into users (id, email, first_name, last_name, phone, country, password_hash, password_changed_at, two_factor,
      permissions)
    values (${uuid()}, ${person.email}, ${person.firstName}, ${person.lastName}, ${person.phone}, ${person.country},
      ${passwordHash}, ${instant()}, 'email', ${[...own]})
    on conflict (lower(email)) do nothing returning id
  `
  return id
}

/** The same for who comes from elsewhere with an address that is known to be theirs, and without a password. */
export const addVerifiedAccount = async (
  tx: Db,
  { email, firstName, lastName }: Pick<Person, 'email' | 'firstName' | 'lastName'>,
): Promise<string | undefined> => {
  const first = firstName || email.slice(0, email.indexOf('@')).slice(0, 255)
  const [id] = await valuesOf<string>(tx)`
    insert into users (id, email, first_name, last_name, display_name, verified, two_factor, permissions)
    values (${uuid()}, ${email}, ${first}, ${lastName},
      -- Who has one name only is not shown with a gap behind it.
      ${lastName === '' ? first : null}, true, 'none', ${[...own]})
    on conflict (lower(email)) do nothing returning id
  `
  return id
}
