// The key that push services know this installation by: made once, the same on every node, sealed in the store.
import { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Vault } from '../../kit/secrets/vault.ts'
import { newServerKeys, type ServerKeys } from './encrypt.ts'

const name = 'push keys'
const stored = z.object({ publicKey: z.string(), sealed: z.string() })

/** Browsers subscribe for one key: where it cannot be opened any more there is a new one, and nobody is subscribed. */
export const serverKeys = async (db: Db, vault: Vault): Promise<ServerKeys> => {
  const known = await read(db, vault)
  if (known) return known
  const made = newServerKeys()
  const value = JSON.stringify({
    publicKey: made.publicKey,
    sealed: vault.seal(made.privateKey, name).toString('base64'),
  })
  await inTransaction(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('setting')
      .values({ key: name, value })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n || (await read(tx, vault))) return
    await tx.updateTable('setting').set({ value }).where('key', '=', name).execute()
    await tx.deleteFrom('push_subscription').execute()
  })
  // Another node may have been first.
  return (await read(db, vault)) ?? made
}

const read = async (db: Db, vault: Vault): Promise<ServerKeys | null> => {
  const row = await db.selectFrom('setting').select('value').where('key', '=', name).executeTakeFirst()
  const parsed = stored.safeParse(row?.value)
  if (!parsed.success) return null
  const { publicKey, sealed } = parsed.data
  try {
    return { publicKey, privateKey: vault.open(Buffer.from(sealed, 'base64'), name) }
  } catch {
    return null
  }
}
