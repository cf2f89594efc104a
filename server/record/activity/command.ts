// npm run record -- verify | checkpoints: the record checked from the command line, beside the server or without it.
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import pino from 'pino'
import { z } from 'zod'
import { embeddedAddress, hasEmbedded } from '../../db/embedded/embedded-address.ts'
import { startEmbedded } from '../../db/embedded/embedded.ts'
import { connectTo } from '../../db/pool.ts'
import { readConfig } from '../../kit/config.ts'
import { verifyArchive } from './archive.ts'
import { type Head, isSigned, keysOf, publicKeyFrom, publicKeyText, type Keys } from './chain.ts'
import { newestHead } from './heads.sql.ts'
import { readHeads } from './heads.ts'
import { type Finding, verifyRecord } from './verify.ts'
import { chainsOf, readFrom } from './verify.sql.ts'

const usage = `npm run record -- verify       checks everything; names the first link that does not hold
npm run record -- checkpoints  prints the signed heads, to be kept elsewhere

  --data-dir DIR       the data folder (DATA_DIR, .data): its store, its key, and the heads written beside the store
  --database-url URL   another store (DATABASE_URL)
  --checkpoint FILE    heads that were kept elsewhere, as "checkpoints" printed them: each has to be there
  --archive FILE       a year that was closed: checked by itself, without a store
  --key BASE64         the public key, where neither VAULT_KEY nor the data folder has the key

Ends with 0 when everything holds, 1 when something does not, 2 when it cannot be checked.
`

class CannotCheck extends Error {}

const print = (line: string) => process.stdout.write(`${line}\n`)

const head = z.object({
  chain: z.string(),
  seq: z.int(),
  after: z.int(),
  hash: z.string(),
  at: z.string(),
  signature: z.string(),
})
const headList = z.union([
  z.array(head),
  z.object({ checkpoints: z.array(head) }).transform((file) => file.checkpoints),
])

interface Known {
  readonly publicKey: KeyObject
  readonly isOurs?: Keys['isOurs']
}

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'data-dir': { type: 'string' },
      'database-url': { type: 'string' },
      checkpoint: { type: 'string' },
      archive: { type: 'string' },
      key: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const [asked] = positionals
  if (values.help || (asked !== 'verify' && asked !== 'checkpoints')) {
    print(usage)
    return values.help ? 0 : 2
  }
  const config = readConfig({
    ...process.env,
    ...(values['data-dir'] === undefined ? {} : { DATA_DIR: values['data-dir'] }),
    ...(values['database-url'] === undefined ? {} : { DATABASE_URL: values['database-url'] }),
  })
  const known = await keyOf(config.dataDir, config.vaultKey, values.key)
  const given = values.checkpoint === undefined ? [] : await headsIn(values.checkpoint, known)
  if (values.archive !== undefined) return archive(resolve(values.archive), known, given)
  if (!known) throw new CannotCheck(`There is no key in ${config.dataDir}, and neither VAULT_KEY nor --key is given.`)
  // An address that was asked for is of that store, whatever lies in the folder.
  const own = await readHeads(config.dataDir).catch(() => {
    throw new CannotCheck(`${join(config.dataDir, 'record', 'heads.json')} cannot be read.`)
  })
  return within(config, async (client) => {
    const read = readFrom(client)
    if (asked === 'checkpoints') {
      const checkpoints: Head[] = []
      for (const chain of await chainsOf(read)) checkpoints.push(...[(await newestHead(read, chain)) ?? []].flat())
      print(JSON.stringify({ publicKey: publicKeyText(known.publicKey), checkpoints }, null, 2))
      return 0
    }
    const found = await verifyRecord({ read, ...known, kept: [...(own?.heads ?? []), ...given] })
    if (!own)
      print(`There are no heads beside the store in ${config.dataDir}: what is cut off its end would not be noticed.`)
    if (found.firstBroken) return broken(found.firstBroken)
    print(`All holds: ${found.checked} entries in ${found.checkpoints.length} chains, ${found.logs} entries and exits.`)
    return 0
  })
}

const broken = ({ chain, seq, entryId, at, fault, says: text }: Finding): number => {
  print(`BROKEN (${fault}): ${text}`)
  print(
    `  chain ${chain}${seq === null ? '' : `, link ${seq}`}${entryId ? `, entry ${entryId}` : ''}${at ? `, ${at}` : ''}`,
  )
  return 1
}

const archive = async (path: string, known: Known | undefined, heads: readonly Head[]): Promise<number> => {
  const found = await verifyArchive(path, { publicKey: known?.publicKey, kept: heads }).catch((error: unknown) => {
    throw new CannotCheck(`${path} cannot be read: ${String(error instanceof Error ? error.message : error)}`)
  })
  if (!known) print('Checked with the key that the file brings along: compare it with the one that you kept (--key).')
  if (found.firstBroken) return broken(found.firstBroken)
  print(`All holds: ${found.checked} entries of ${found.chain}, up to ${found.head}.`)
  return 0
}

const keyOf = async (dataDir: string, vaultKey: Uint8Array | undefined, key: string | undefined) => {
  if (key !== undefined) {
    try {
      return { publicKey: publicKeyFrom(key) }
    } catch {
      throw new CannotCheck('--key is not a public key.')
    }
  }
  const bytes = vaultKey ?? (await readFile(join(dataDir, 'vault.key'), 'utf8').then(fromBase64, () => undefined))
  if (!bytes) return undefined
  const { publicKey, isOurs } = keysOf(bytes)
  return { publicKey, isOurs }
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64')

const headsIn = async (path: string, known: Known | undefined): Promise<Head[]> => {
  const heads = await readFile(path, 'utf8')
    .then((text) => headList.parse(JSON.parse(text)))
    .catch(() => {
      throw new CannotCheck(`${path} has no signed heads as "checkpoints" prints them.`)
    })
  for (const one of heads)
    if (known && !(await isSigned(one, known.publicKey)))
      throw new CannotCheck(`${path} was not signed with the key of this record.`)
  return heads
}

/** On a connection to the store: the one that runs, else an embedded one that is started for as long as it takes. */
const within = async (
  { databaseUrl, dataDir }: { readonly databaseUrl: string | undefined; readonly dataDir: string },
  work: (client: pg.Client) => Promise<number>,
): Promise<number> => {
  const log = pino({ level: 'silent' })
  const open = (url: string) => connectTo(url, log).catch(() => undefined)
  const url = databaseUrl ?? embeddedAddress(dataDir)
  if (!databaseUrl && !hasEmbedded(dataDir)) throw new CannotCheck(`There is no store in ${dataDir}.`)
  let client = url === undefined ? undefined : await open(url)
  const started = client || databaseUrl ? undefined : await startEmbedded({ dataDir, log })
  try {
    client ??= started && (await open(started.url))
    if (!client) throw new CannotCheck('The store cannot be reached.')
    await client.query(`set timezone = 'UTC'; set default_transaction_read_only = on`)
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass('activity_link') is not null as there`)
    if (!rows[0]?.there) throw new CannotCheck('This store is of a version that had no chains yet.')
    return await work(client)
  } finally {
    await client?.end()
    await started?.stop()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`It cannot be checked: ${error instanceof Error ? error.message : String(error)}\n`)
  return 2
})
