// Checks the record: every entry against its link, every link against the one before, every head against its signature
// and against what is known of it from elsewhere. Names the first that does not hold. In pieces, so that the server
// goes on answering and the memory it takes does not grow with the record.
import type { KeyObject } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { verify as operation } from '@gatehouse/contract/record/activity'
import type { Output } from '@gatehouse/contract/operation'
import { baseIn, contentOf, type Head, installation, isSigned, linkOf, ownerIn, type Keys, yearOf } from './chain.ts'
import { canonical } from './entry.ts'
import { headOfHash, newestHead } from './heads.sql.ts'
import { checkSealedLogs } from './sealed-logs.ts'
import { chainsOf, closingsOf, elsewhere, lastOf, loneEntries, type Read, someOf } from './verify.sql.ts'

export type Finding = NonNullable<Output<typeof operation>['firstBroken']>
export interface Verdict {
  readonly ok: boolean
  readonly checked: number
  /** How many entries and exits under the seals of the record. */
  readonly logs: number
  readonly firstBroken?: Finding
  readonly checkpoints: Head[]
}

export interface Wanted {
  readonly read: Read
  readonly publicKey: KeyObject
  /** Tells what waits to be sealed and is ours; absent where only the public key is known. */
  readonly isOurs?: Keys['isOurs']
  /** Heads that were kept elsewhere: each has to be there. */
  readonly kept: readonly Head[]
  /** Whose chains; all where absent. */
  readonly owners?: readonly string[] | undefined
  /** Only the years that these lie in. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Ends it. */
  readonly signal?: AbortSignal
}

const atOnce = 500

export const verifyRecord = async (wanted: Wanted): Promise<Verdict> => {
  const { read, owners } = wanted
  const years = [yearIn(wanted.from) ?? 0, yearIn(wanted.to) ?? 9999] as const
  const isWanted = (chain: string) =>
    (!owners || owners.includes(ownerIn(chain))) && !(yearOf(chain) < years[0]) && !(yearOf(chain) > years[1])
  const heads = wanted.kept.filter(({ chain }) => isWanted(chain))
  const stored = (await chainsOf(read, owners)).filter(isWanted)
  const chains = [...new Set([...stored, ...heads.map(({ chain }) => chain)])].toSorted(byAge)
  const checkpoints: Head[] = []
  let checked = 0
  let first: Finding | undefined
  for (const chain of chains) {
    wanted.signal?.throwIfAborted()
    const walked = await walk(wanted, chain, heads)
    checked += walked.checked
    first ??= walked.broken
    if (walked.head) checkpoints.push(walked.head)
  }
  const lone = await checkLone(wanted, years)
  checked += lone.checked
  first ??= lone.broken
  const logs = await checkSealedLogs({ read, owners, years, signal: wanted.signal })
  first ??= logs.broken
  return { ok: !first, checked, logs: logs.checked, ...(first ? { firstBroken: first } : {}), checkpoints }
}

const yearIn = (moment: string | undefined) => (moment === undefined ? undefined : new Date(moment).getUTCFullYear())
// By year first, so that what is named first is what happened first.
const byAge = (a: string, b: string) => yearOf(a) - yearOf(b) || (a < b ? -1 : 1)

interface Walked {
  readonly checked: number
  readonly head?: Head
  readonly broken?: Finding
}

const walk = async (wanted: Wanted, chain: string, heads: readonly Head[]): Promise<Walked> => {
  const { read, publicKey, signal } = wanted
  const promised = new Map(heads.filter((head) => head.chain === chain).map((head) => [head.seq, head]))
  // Links first: what is sealed meanwhile has both, and only links without a head are wrong.
  const last = await lastOf(read, chain)
  const head = await newestHead(read, chain)
  if (last === 0 && head && (await isClosed(wanted, head))) return { checked: 0, head }
  let checked = 0
  let previous: Buffer | undefined
  let signedAt = 0
  const broken = (fault: Finding['fault'], seq: number | null, entry: Entryish | null, text: string): Walked => ({
    checked,
    ...(head ? { head } : {}),
    broken: { chain, seq, entryId: entry?.id ?? null, at: entry?.at ? shown(entry.at) : null, fault, says: text },
  })
  for (let done = 0; done < last; ) {
    const links = await someOf(read, chain, done, Math.min(last, done + atOnce))
    const signatures = links.map((link) => (link.checkpoint ? isSigned(link.checkpoint, publicKey) : true))
    for (const [n, link] of links.entries()) {
      const seq = done + n + 1
      const { entry } = link
      if (link.seq !== seq)
        return broken('missing', seq, null, `Link ${seq} is gone: after ${seq - 1} comes ${link.seq}.`)
      const known = { id: link.entryId, at: entry?.at }
      if (previous && !previous.equals(link.previous))
        return broken('chain broken', seq, known, `Link ${seq} does not follow from link ${seq - 1}.`)
      if (!previous && !(await follows(wanted, chain, link.previous)))
        return broken('chain broken', seq, known, 'The chain does not begin where the one before it ended.')
      if (!entry) return broken('missing', seq, known, `The entry of link ${seq} is gone.`)
      if (link.entries !== 1)
        return broken(
          'not linked',
          seq,
          known,
          `${link.entries} entries have the id of link ${seq}, which was made for one.`,
        )
      checked++
      const content = contentOf(canonical(entry), link.mac)
      if (link.inexact)
        return broken('changed', seq, known, `A number in the entry of link ${seq} is none that was sealed.`)
      if (!content.equals(link.content)) {
        const own = await elsewhere(read, chain, content)
        return own === undefined
          ? broken('changed', seq, known, `The entry of link ${seq} is not what it was when it was sealed.`)
          : broken('out of order', seq, known, `What stands at link ${seq} was sealed as link ${own}.`)
      }
      if (!linkOf(chain, seq, link.previous, link.content).equals(link.hash))
        return broken('chain broken', seq, known, `The hash of link ${seq} is not the one of what it holds.`)
      previous = link.hash
      const hash = link.hash.toString('hex')
      if ((promised.get(seq)?.hash ?? hash) !== hash)
        return broken(
          'chain broken',
          seq,
          known,
          `Link ${seq} is another than the one that was signed and kept elsewhere.`,
        )
      if (!link.checkpoint) continue
      if (link.checkpoint.hash !== hash || !(await signatures[n]))
        return broken('signature wrong', seq, known, `The signed head at link ${seq} is not ours.`)
      if (link.checkpoint.after !== signedAt)
        return broken('missing', seq, known, `A signed head between link ${signedAt} and link ${seq} is gone.`)
      signedAt = seq
    }
    if (links.length === 0) return broken('missing', done + 1, null, `Link ${done + 1} is gone.`)
    done += links.length
    await breathe()
    signal?.throwIfAborted()
  }
  if (head && !(await isSigned(head, publicKey)))
    return broken('signature wrong', head.seq, null, `The signed head at link ${head.seq} is not ours.`)
  const furthest = Math.max(head?.seq ?? 0, ...promised.keys())
  if (furthest > last && !(await isSealedSince(read, chain, furthest)))
    return broken(
      'shorter than its checkpoint',
      last + 1,
      null,
      `It ends at link ${last}, and was signed up to ${furthest}.`,
    )
  if (last > (head?.seq ?? 0))
    return broken('not ours', last, null, `Nothing that we have signed reaches to link ${last}.`)
  return { checked, ...(head ? { head } : {}) }
}

interface Entryish {
  readonly id: string
  readonly at?: string | undefined
}

const shown = (at: string) => at.replace(/\d{3}Z$/, 'Z')

const isSealedSince = async (read: Read, chain: string, seq: number) => (await lastOf(read, chain)) >= seq

const follows = async ({ read, kept: heads }: Wanted, chain: string, previous: Buffer): Promise<boolean> => {
  const hash = previous.toString('hex')
  const owner = ownerIn(chain)
  const before = (await chainsOf(read, [owner])).filter((other) => other < chain)
  const earlier = heads.filter((head) => ownerIn(head.chain) === owner && head.chain < chain)
  if (/^0+$/.test(hash)) return before.length === 0 && earlier.length === 0
  if (earlier.some((head) => head.hash === hash)) return true
  for (const other of before) if ((await headOfHash(read, other, hash)) !== undefined) return true
  return false
}

// The year was archived: an entry that holds says so, with the head that the file ends with.
const isClosed = async ({ read, isOurs, publicKey }: Wanted, head: Head): Promise<boolean> => {
  if (!(await isSigned(head, publicKey))) return false
  for (const { mac, sealed, ...entry } of await closingsOf(read, head.chain)) {
    const text = canonical(entry)
    const holds = isOurs ? isOurs(text, mac) : sealed?.equals(contentOf(text, mac))
    const { after } = entry
    if (holds && typeof after === 'object' && after !== null && Reflect.get(after, 'head') === head.hash) return true
  }
  return false
}

const checkLone = async (
  { read, isOurs, owners, signal }: Wanted,
  years: readonly [number, number],
): Promise<Walked> => {
  const gone = !owners || owners.includes(installation)
  let checked = 0
  for (let after: string | undefined; ; ) {
    const lone = await loneEntries(read, { owners, years, after, limit: atOnce, gone })
    for (const { entry, entryId, queued, mac, inexact } of lone) {
      const chain = entry ? baseIn(`${entry.companyId ?? installation}/${entry.at.slice(0, 4)}`) : installation
      const found = { chain, seq: null, entryId, at: entry ? shown(entry.at) : null }
      if (!entry) return lonely(checked, { ...found, fault: 'missing', says: 'An entry is gone before it was sealed.' })
      checked++
      if (inexact || (isOurs && !isOurs(canonical(entry), mac)))
        return lonely(checked, {
          ...found,
          fault: 'not ours',
          says: 'An entry was not written by us, or was changed before it was sealed.',
        })
      if (!queued)
        return lonely(checked, { ...found, fault: 'not linked', says: 'An entry has no place in its chain.' })
    }
    if (lone.length < atOnce) return { checked }
    after = lone.at(-1)?.entryId
    await breathe()
    signal?.throwIfAborted()
  }
}

const lonely = (checked: number, broken: Finding): Walked => ({ checked, broken })
