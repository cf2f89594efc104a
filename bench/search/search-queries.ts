// What is sought: some hundred searches of every kind that people type, drawn from the data by the same rule in every run.
import { run } from '../cluster.ts'
import type { SearchWorld } from './search-data.ts'

export interface Query {
  readonly kind: string
  readonly q: string
}

interface Drawn {
  readonly given: string
  readonly family: string
  readonly job: string
  readonly email: string
}

export const queriesFor = async (url: string, { company }: SearchWorld): Promise<Query[]> => {
  const people = (
    await run(
      url,
      `select first_name, last_name, job, email from users where company_id = $1 and job is not null order by md5(email) limit 40`,
      [company],
    )
  ).map(
    (row): Drawn => ({
      given: String(row['first_name']),
      family: String(row['last_name']),
      job: String(row['job']),
      email: String(row['email']),
    }),
  )
  const doors = (
    await run(url, `select name from device where company_id = $1 and kind = 'door' order by md5(key) limit 16`, [
      company,
    ])
  ).map((row) => String(row['name']))
  const words = (
    await run(
      url,
      `select split_part(sought, ' ', 2 + length(sought) % 40) as word from article order by md5(slug) limit 12`,
    )
  ).map((row) => String(row['word']))
  const kinds: Readonly<Record<string, readonly string[]>> = {
    'given name': people.slice(0, 24).map(({ given }) => given),
    'family name': people.slice(0, 30).map(({ family }) => family),
    'both names': people.slice(10, 30).map(({ given, family }) => `${given} ${family}`),
    'first letter': ['a', 'e', 'j', 'k', 's', 'z', '1', '7'],
    'first two letters': people.slice(0, 14).map(({ given }) => given.slice(0, 2).toLowerCase()),
    'first three letters': people.slice(0, 20).map(({ family }) => family.slice(0, 3).toLowerCase()),
    'first four letters': people.slice(5, 25).map(({ family }) => family.slice(0, 4)),
    'parts of both names': people.slice(0, 16).map(({ given, family }) => `${given.slice(0, 3)} ${family.slice(0, 3)}`),
    'inside a word': people.slice(0, 30).map(({ family }, n) => family.slice(1 + (n % 3), 4 + (n % 3) + (n % 4))),
    'door by number': doors.slice(0, 12),
    'doors of a number': ['door 7', 'door 77', 'door 1', 'door 12', 'camera 12', 'gas 100'],
    'key of a device': doors.slice(8).map((door) => door.toLowerCase().replace('door ', 'dev-')),
    place: ['lobby', 'archive', 'lobby 12', 'canteen 7', 'site 3', 'laboratory door', 'lobby camera', 'gas workshop'],
    job: ['engineer', 'cook', 'accountant', 'cook finance', 'guard operations', 'engineer research', 'meridian'],
    'name and job': people.slice(0, 8).map(({ given, job }) => `${given} ${job}`),
    address: people.slice(0, 6).map(({ email }) => email),
    'what happened': [
      'denied',
      'entered',
      'left',
      'tamper',
      'forced',
      'critical',
      'no access right',
      'somebody unknown',
    ],
    'who did what': people
      .slice(0, 18)
      .map(({ given, family }, n) => `${n % 2 === 0 ? given : family} ${['entered', 'left', 'denied'][n % 3]}`),
    'who went where': people.slice(20, 30).map(({ given }, n) => `${given} ${(doors[n] ?? '').toLowerCase()}`),
    'in an article': words,
    'one slip': people.slice(0, 24).map(({ family }, n) => slipped(family.slice(0, 7), n)),
    'two slips': people.slice(0, 18).map(({ family }, n) => slipped(slipped(family, n), n + 3)),
    'slips in two words': people
      .slice(0, 8)
      .map(({ given, family }, n) => `${slipped(given, n)} ${slipped(family, n + 1)}`),
    'job with a slip': ['engnieer', 'technicain', 'acountant', 'enginer research', 'lobyb', 'camrea'],
    page: ['roles', 'new article', 'settings', 'invite'],
    'in vain': ['xyzzyq', 'zq', 'qqq', 'wxwx', 'door 99999', 'ulf uwe', 'bjork', 'mcdonald', 'smith', '4711x'],
  }
  return Object.entries(kinds).flatMap(([kind, all]) => [...new Set(all)].map((q) => ({ kind, q: q.toLowerCase() })))
}

/** One letter swapped, left out, added or changed, never the first. */
const slipped = (word: string, n: number): string => {
  const at = 1 + (n % Math.max(1, word.length - 2))
  const [head, tail] = [word.slice(0, at), word.slice(at)]
  return (
    [
      head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2),
      head + tail.slice(1),
      `${head}x${tail}`,
      `${head}y${tail.slice(1)}`,
    ][n % 4] ?? word
  )
}
