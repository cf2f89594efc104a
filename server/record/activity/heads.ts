// The newest heads that this node has signed, in a file beside the store: who may change the store alone cannot take
// back what they say.
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { clock } from '../../kit/clock.ts'
import type { Head } from './chain.ts'

const file = z.object({
  format: z.literal(1),
  /** Entries from before there were chains are being taken over. */
  adopting: z.boolean(),
  heads: z.array(
    z.object({
      chain: z.string(),
      seq: z.int(),
      after: z.int(),
      hash: z.string(),
      at: z.string(),
      signature: z.string(),
    }),
  ),
})

const pauseMs = 250

export interface Heads {
  all(): Head[]
  of(chain: string): Head | undefined
  /** All of a year of an owner, in the order of their names. */
  under(base: string): Head[]
  keep(heads: readonly Head[]): void
  /** Of a chain that was archived. */
  forget(chain: string): void
  /** undefined: there is no file yet. */
  readonly adopting: boolean | undefined
  adopt(adopting: boolean): void
  /** Whether what is newest could not be written. */
  readonly failing: boolean
  /** Until it is on the disk. */
  written(): Promise<void>
}

export const headsFile = (dataDir: string): string => join(dataDir, 'record', 'heads.json')

/** What the file of a data folder says; undefined where there is none. Throws where it cannot be read. */
export const readHeads = async (dataDir: string) => {
  const text = await readFile(headsFile(dataDir), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : file.parse(JSON.parse(text))
}

export const openHeads = async (dataDir: string, log: Logger): Promise<Heads> => {
  const path = headsFile(dataDir)
  await mkdir(join(dataDir, 'record'), { recursive: true, mode: 0o700 })
  const found = await readHeads(dataDir).catch((error: unknown) => {
    log.error({ error }, `${path} cannot be read: what is missing at the end of the record would not be noticed`)
    return { adopting: false, heads: [] }
  })
  const heads = new Map(found?.heads.map((head) => [head.chain, head]))
  let adopting = found?.adopting
  let dirty = false
  let writing: Promise<void> | undefined
  let failing = false

  const write = async () => {
    while (dirty) {
      dirty = false
      const draft = `${path}.new`
      try {
        const handle = await open(draft, 'w', 0o600)
        try {
          await handle.writeFile(JSON.stringify({ format: 1, adopting: adopting ?? false, heads: [...heads.values()] }))
          await handle.datasync()
        } finally {
          await handle.close()
        }
        await rename(draft, path)
        failing = false
      } catch (error) {
        failing = true
        log.error({ error }, 'the heads of the record could not be written beside the store')
      }
      if (dirty) await clock.sleep(pauseMs)
    }
    writing = undefined
  }
  const change = () => {
    dirty = true
    writing ??= write()
  }

  return {
    all: () => [...heads.values()],
    of: (chain) => heads.get(chain),
    under: (base) =>
      [...heads.values()]
        .filter(({ chain }) => chain === base || chain.startsWith(`${base}.`))
        .toSorted((a, b) => (a.chain < b.chain ? -1 : 1)),
    keep(changed) {
      for (const head of changed) heads.set(head.chain, head)
      change()
    },
    forget(chain) {
      if (heads.delete(chain)) change()
    },
    get adopting() {
      return adopting
    },
    adopt(value) {
      adopting = value
      change()
    },
    get failing() {
      return failing
    },
    written: () => writing ?? Promise.resolve(),
  }
}
