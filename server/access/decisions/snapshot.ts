// The rules of every company in memory, read again whenever the store tells that one of them changed.
import { openMobile, openPinKey } from '../access/access.ts'
import type { Store } from '../../db/pool.ts'
import { readLatest } from '../../kit/read-latest.ts'
import type { Vault } from '../../kit/secrets/vault.ts'
import type { Logger } from 'pino'
import { loadRules } from './load.sql.ts'
import type { Rules } from './rules.ts'

export interface Snapshot {
  /** The rules as they are now; waits for the first reading. */
  current(): Promise<ReadonlyMap<string, Rules>>
  /** What is in memory; undefined before the first reading. */
  known(): ReadonlyMap<string, Rules> | undefined
  /** Reads them again. Several who ask at once get the reading that begins after they asked. */
  reload(): Promise<void>
  /** Told after every reading. */
  onChange(listener: () => void): void
}

export const createSnapshot = (store: Store, vault: Vault, log: Logger): Snapshot => {
  let rules: ReadonlyMap<string, Rules> | undefined
  const listeners: (() => void)[] = []

  const orNull = <T>(what: string, open: () => T): T | null => {
    try {
      return open()
    } catch (error) {
      log.warn({ error, what }, 'a secret of access cannot be opened')
      return null
    }
  }
  const secrets = {
    mobile: (id: string, sealed: Buffer) => orNull(`mobile ${id}`, () => openMobile(vault, id, sealed)),
    pinKey: (companyId: string, sealed: Buffer) =>
      orNull(`PIN key ${companyId}`, () => openPinKey(vault, companyId, sealed).toString('base64')),
  }

  const reload = readLatest(async () => {
    rules = await loadRules(store, secrets)
    for (const listener of listeners) listener()
  })

  return {
    async current() {
      if (!rules) await reload()
      return rules ?? new Map<string, Rules>()
    },
    known: () => rules,
    reload,
    onChange: (listener) => void listeners.push(listener),
  }
}
