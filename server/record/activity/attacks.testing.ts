// What somebody may do to the record who has every right in the database and the key not: each as SQL in a transaction
// of its own, with the triggers put out of action.
import { generateKeyPairSync, sign } from 'node:crypto'
import type pg from 'pg'
import { contentOf, linkOf } from './chain.ts'
import { canonical, columns, type StoredEntry } from './entry.ts'

export interface Attack {
  readonly name: string
  /** Answers false when there is nothing to do it to. */
  run(on: Ground): Promise<boolean>
}

export interface Ground {
  readonly client: pg.ClientBase
  /** A whole number below. */
  below(n: number): number
}

interface Spot {
  readonly chain: string
  readonly seq: number
  readonly id: string
  readonly last: number
}

const spot = async ({ client, below }: Ground): Promise<Spot> => {
  const { rows } = await client.query<Spot>(
    `select chain, seq, entry_id as id, max(seq) over (partition by chain) as last from activity_link order by chain, seq`,
  )
  const found = rows[below(rows.length)]
  if (!found) throw new Error('there is no record to attack')
  return found
}

const changed = async ({ client }: Ground, text: string, values: unknown[] = []) =>
  ((await client.query(text, values)).rowCount ?? 0) > 0

const later = `a.at + interval '1 microsecond'`
const edits: Readonly<Record<string, string>> = {
  company_id: `(select id from company c where c.id is distinct from a.company_id order by id limit 1)`,
  at: later,
  user_id: 'gen_random_uuid()',
  actor: `a.actor || ' '`,
  on_behalf_of: `coalesce(a.on_behalf_of, '') || 'x'`,
  on_behalf_of_id: 'gen_random_uuid()',
  action: `a.action || 's'`,
  subject: `coalesce(a.subject, '') || 'x'`,
  input: `a.input || '{"more": 1}'`,
  before: `coalesce(a.before, '{}') || '{"more": 1}'`,
  after: `coalesce(a.after, '{}') || '{"more": null}'`,
  reason: `coalesce(a.reason, '') || 'x'`,
  status: 'a.status + 1',
  address: `'10.0.0.' || a.status`,
  correlation_id: 'gen_random_uuid()',
  mac: `case when a.mac is null then '\\x00'::bytea else null end`,
  id: 'gen_random_uuid()',
}

const linkEdits: Readonly<Record<string, string>> = {
  chain: `chain || '.77'`,
  seq: 'seq + 100000',
  year: 'year + 1',
  entry_id: 'gen_random_uuid()',
  previous: 'sha256(previous)',
  content: 'sha256(content)',
  hash: 'sha256(hash)',
}

const headEdits: Readonly<Record<string, string>> = {
  chain: `chain || '.77'`,
  seq: 'seq + 100000',
  after: 'after + 1',
  hash: 'sha256(hash)',
  at: `at + interval '1 microsecond'`,
  signature: `set_byte(signature, 3, (get_byte(signature, 3) + 1) % 256)`,
}

const aHead = async ({ client, below }: Ground) => {
  const { rows } = await client.query<{ chain: string; seq: number }>(
    'select chain, seq from activity_checkpoint order by chain, seq',
  )
  return rows[below(rows.length)]
}

/** From a link on: contents and hashes as if they had always been so, renumbered without gaps. */
const rechain = async ({ client }: Ground, chain: string) => {
  const { rows } = await client.query<StoredEntry & { seq: number; mac: Buffer | null }>(
    `select l.seq, a.mac, ${columns} from activity_link l join activity a on a.id = l.entry_id
     where l.chain = $1 order by l.seq`,
    [chain],
  )
  const { rows: first } = await client.query<{ previous: Buffer }>(
    'select previous from activity_link where chain = $1 order by seq limit 1',
    [chain],
  )
  let previous = first[0]?.previous ?? Buffer.alloc(32)
  for (const [n, { seq: old, mac, ...entry }] of rows.entries()) {
    const seq = n + 1
    const content = contentOf(canonical(entry), mac)
    const hash = linkOf(chain, seq, previous, content)
    await client.query(
      'update activity_link set seq = $3, previous = $4, content = $5, hash = $6 where chain = $1 and seq = $2',
      [chain, old, seq, previous, content, hash],
    )
    previous = hash
  }
  await client.query('delete from activity_checkpoint where chain = $1 and seq > $2', [chain, rows.length])
  await client.query(
    `update activity_checkpoint c set hash = l.hash from activity_link l where l.chain = c.chain and l.seq = c.seq
     and c.chain = $1`,
    [chain],
  )
}

const signedByAnother = async ({ client }: Ground, chain: string) => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { rows } = await client.query<{ seq: number; after: number; hash: string; at: Date }>(
    `select seq, after, encode(hash, 'hex') as hash, at from activity_checkpoint where chain = $1`,
    [chain],
  )
  for (const { seq, after, hash, at } of rows) {
    const text = `gatehouse checkpoint 1\n${chain}\n${seq}\n${after}\n${hash}\n${at.toISOString()}\n`
    await client.query('update activity_checkpoint set signature = $3 where chain = $1 and seq = $2', [
      chain,
      seq,
      sign(null, Buffer.from(text), privateKey),
    ])
  }
}

const forged = `insert into activity (id, company_id, at, actor, action, input, status, correlation_id, mac)
  select $1::uuid, company_id, at, 'nobody', 'doors.unlock', '{}', 200, gen_random_uuid(), sha256('guess')
  from activity where id = $2`

const drop = async (on: Ground, { chain, id, seq }: Spot, ...tables: string[]) => {
  if (tables.includes('activity')) await changed(on, 'delete from activity where id = $1', [id])
  if (tables.includes('activity_link'))
    await changed(on, 'delete from activity_link where chain = $1 and seq = $2', [chain, seq])
  return true
}

const cutAfter = async (on: Ground, chain: string, seq: number) => {
  const gone = await changed(
    on,
    `delete from activity where id in (select entry_id from activity_link where chain = $1 and seq > $2)`,
    [chain, seq],
  )
  await changed(on, 'delete from activity_link where chain = $1 and seq > $2', [chain, seq])
  await changed(on, 'delete from activity_checkpoint where chain = $1 and seq > $2', [chain, seq])
  return gone
}

export const attacks: readonly Attack[] = [
  ...Object.entries(edits).map(([column, value]) => ({
    name: `edit ${column} of an entry`,
    run: async (on: Ground) =>
      changed(on, `update activity a set ${column} = ${value} where id = $1`, [(await spot(on)).id]),
  })),
  ...Object.entries(linkEdits).map(([column, value]) => ({
    name: `edit ${column} of a link`,
    async run(on: Ground) {
      const { chain, seq } = await spot(on)
      return changed(on, `update activity_link set ${column} = ${value} where chain = $1 and seq = $2`, [chain, seq])
    },
  })),
  ...Object.entries(headEdits).map(([column, value]) => ({
    name: `edit ${column} of a signed head`,
    async run(on: Ground) {
      const head = await aHead(on)
      return changed(on, `update activity_checkpoint set ${column} = ${value} where chain = $1 and seq = $2`, [
        head?.chain,
        head?.seq,
      ])
    },
  })),
  { name: 'delete an entry', run: async (on) => drop(on, await spot(on), 'activity') },
  { name: 'delete a link', run: async (on) => drop(on, await spot(on), 'activity_link') },
  { name: 'delete an entry with its link', run: async (on) => drop(on, await spot(on), 'activity', 'activity_link') },
  {
    name: 'delete a signed head',
    async run(on) {
      const head = await aHead(on)
      return changed(on, 'delete from activity_checkpoint where chain = $1 and seq = $2', [head?.chain, head?.seq])
    },
  },
  {
    name: 'cut off the end, with its links and signed heads',
    async run(on) {
      const { chain, last } = await spot(on)
      return cutAfter(on, chain, on.below(last))
    },
  },
  {
    name: 'cut off the end at a head that was signed',
    async run(on) {
      const head = await aHead(on)
      return head ? cutAfter(on, head.chain, head.seq) : false
    },
  },
  {
    name: 'take a whole chain away',
    async run(on) {
      const { chain } = await spot(on)
      return cutAfter(on, chain, 0)
    },
  },
  {
    name: 'take the links and signed heads away and have it sealed anew',
    async run(on) {
      const { chain } = await spot(on)
      await changed(
        on,
        `insert into activity_unsealed (at, entry_id) select a.at, a.id from activity a
         join activity_link l on l.entry_id = a.id where l.chain = $1`,
        [chain],
      )
      await changed(on, 'delete from activity_checkpoint where chain = $1', [chain])
      return changed(on, 'delete from activity_link where chain = $1', [chain])
    },
  },
  {
    name: 'exchange the places of two entries',
    async run(on) {
      const { chain, seq, id, last } = await spot(on)
      const other = 1 + ((seq + on.below(last - 1)) % last)
      if (other === seq) return false
      const { rows } = await on.client.query<{ id: string }>(
        'select entry_id as id from activity_link where chain = $1 and seq = $2',
        [chain, other],
      )
      const put = (at: number, entry: string | undefined) =>
        changed(on, 'update activity_link set entry_id = $3 where chain = $1 and seq = $2', [chain, at, entry])
      await put(seq, '00000000-0000-0000-0000-000000000000')
      await put(other, id)
      return put(seq, rows[0]?.id)
    },
  },
  {
    name: 'exchange two links whole',
    async run(on) {
      const { chain, seq, last } = await spot(on)
      const other = 1 + ((seq + on.below(last - 1)) % last)
      if (other === seq) return false
      const move = (from: number, to: number) =>
        changed(on, 'update activity_link set seq = $3 where chain = $1 and seq = $2', [chain, from, to])
      await move(seq, -1)
      await move(other, seq)
      return move(-1, other)
    },
  },
  {
    name: 'exchange the times of two entries',
    async run(on) {
      const { id } = await spot(on)
      return changed(
        on,
        `update activity a set at = (select b.at from activity b where b.at <> a.at order by b.id limit 1) where id = $1`,
        [id],
      )
    },
  },
  {
    name: 'add an entry that nobody made',
    run: async (on) => changed(on, forged, [crypto.randomUUID(), (await spot(on)).id]),
  },
  ...Object.entries({
    'of the same year': `at + interval '1 second', company_id`,
    'of another company': `at, (select id from company c where c.id is distinct from a.company_id order by id limit 1)`,
    'of another year': `at + case when extract(year from at) = 2025 then 1 else -1 end * interval '1 year', company_id`,
  }).map(([which, place]) => ({
    name: `add one with the id of an entry, ${which}`,
    run: async (on: Ground) =>
      changed(
        on,
        `insert into activity (id, at, company_id, actor, action, input, status, correlation_id, mac)
         select id, ${place}, 'nobody', 'doors.unlock', '{}', 200, gen_random_uuid(), mac from activity a where id = $1
         on conflict do nothing`,
        [(await spot(on)).id],
      ),
  })),
  ...['7.00000000000000000000001', '1e400', '1e-400'].map((number) => ({
    name: `put ${number} in the place of a number that is read as the same`,
    run: async (on: Ground) =>
      changed(
        on,
        `update activity set input = jsonb_set(input, '{n}', $2::jsonb) where input ->> 'n' = $3 and id = $1`,
        [(await spot(on)).id, number, number.startsWith('7') ? '7' : number],
      ),
  })),
  {
    name: 'add one to the queue',
    async run(on) {
      const id = crypto.randomUUID()
      await changed(on, forged, [id, (await spot(on)).id])
      return changed(on, 'insert into activity_unsealed (at, entry_id) select at, id from activity where id = $1', [id])
    },
  },
  {
    name: 'copy an entry that is ours',
    run: async (on) =>
      changed(
        on,
        `insert into activity (id, company_id, at, user_id, actor, action, input, status, address, correlation_id, mac)
         select gen_random_uuid(), company_id, at, user_id, actor, action, input, status, address, correlation_id, mac
         from activity where id = $1`,
        [(await spot(on)).id],
      ),
  },
  {
    name: 'add one with a link that fits, unsigned',
    async run(on) {
      const { chain, last, id: like } = await spot(on)
      const id = crypto.randomUUID()
      await changed(on, forged, [id, like])
      await changed(
        on,
        `insert into activity_link (chain, seq, year, entry_id, previous, content, hash)
         select chain, seq + 1, year, $3, hash, hash, hash from activity_link where chain = $1 and seq = $2`,
        [chain, last, id],
      )
      await rechain(on, chain)
      return true
    },
  },
  ...['', ', signed by another key', ', without signed heads'].map((how) => ({
    name: `change an entry and chain all anew${how}`,
    async run(on: Ground) {
      const { chain, id } = await spot(on)
      await changed(on, `update activity set reason = 'as ordered' where id = $1`, [id])
      await rechain(on, chain)
      if (how.includes('another')) await signedByAnother(on, chain)
      if (how.includes('without')) await changed(on, 'delete from activity_checkpoint where chain = $1', [chain])
      return true
    },
  })),
  ...['', ', signed by another key'].map((how) => ({
    name: `take an entry out and chain all anew${how}`,
    async run(on: Ground) {
      const found = await spot(on)
      await drop(on, found, 'activity', 'activity_link')
      await rechain(on, found.chain)
      if (how) await signedByAnother(on, found.chain)
      return true
    },
  })),
]
