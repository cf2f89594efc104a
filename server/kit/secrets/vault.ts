// Secrets that must be read again (authenticator apps, passwords of cameras) are sealed at rest: who copies the store
// has none of them. The key lies beside the store, not in it.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ivBytes = 12
const tagBytes = 16

export interface Vault {
  /** AES-256-GCM: iv, tag, ciphertext. `about` is whose secret it is: it opens for nothing else. */
  seal(secret: string, about: string): Buffer
  /** Throws for what was sealed with another key, for another, or changed since. */
  open(sealed: Buffer, about: string): string
}

export const createVault = (key: Uint8Array): Vault => ({
  seal(secret, about) {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
    const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  },
  open(sealed, about) {
    const iv = sealed.subarray(0, ivBytes)
    const tag = sealed.subarray(ivBytes, ivBytes + tagBytes)
    const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about)).setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
  },
})

/** The key of this installation: `VAULT_KEY`, or a file in the data folder that is made the first time. */
export const vaultKey = async (dataDir: string, given: Uint8Array | undefined): Promise<Uint8Array> => {
  if (given) return given
  const file = keyFile(dataDir)
  await writeFile(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  return Buffer.from(await readFile(file, 'utf8'), 'base64')
}

/** Whether the file is there still, with the key that is in use. */
export const isKeyThere = async (dataDir: string, used: Uint8Array): Promise<boolean> => {
  const text = await readFile(keyFile(dataDir), 'utf8').catch(() => '')
  return Buffer.from(text, 'base64').equals(used)
}

const keyFile = (dataDir: string) => join(dataDir, 'vault.key')
