// The file of a backup: whole, or refused in words that say why.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import fc from 'fast-check'
import { packTar, unpackTar } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BackupFault, checkArchive, createArchive, isEncrypted, readArchive } from './archive.ts'

const about = {
  version: '1.0.0',
  at: '2026-11-26T03:00:00.000Z',
  migrations: ['0001-building.sql'],
  tables: [{ name: 'door', columns: ['id'], partitionOf: null, bound: null }],
  sequences: [],
  positions: 4,
}
const passphrase = 'correct horse battery'

let folder: string
let plain: string
let sealed: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-archive-'))
  plain = await written('plain', undefined)
  sealed = join(folder, 'sealed')
  writeFileSync(sealed, await encrypted(readFileSync(plain)))
})
afterAll(() => rmSync(folder, { recursive: true }))

const written = async (name: string, secret: string | undefined) => {
  const path = join(folder, name)
  const archive = await createArchive(path, secret, about)
  await archive.add('store/door/00000.copy', Buffer.from('1\n2\n'.repeat(50_000)))
  await archive.add('files/vault.key', Buffer.from('a key'))
  await archive.addFile('files/this', import.meta.filename)
  await archive.finish({ door: 100_000 })
  return path
}

/** As a backup is encrypted, with a key that is derived from the passphrase 256 times as fast. */
const encrypted = async (bytes: Buffer) => {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(10)
  return encrypter.encrypt(bytes)
}

const changed = (from: string, change: (bytes: Buffer) => Buffer) => {
  const path = join(folder, 'changed')
  writeFileSync(path, change(readFileSync(from)))
  return path
}

const faultOf = (path: string, secret?: string) =>
  checkArchive(path, secret).then(
    () => 'no fault',
    (error: unknown) => (error instanceof BackupFault ? error.message : error),
  )

describe('a backup', () => {
  test.each([
    ['plain', undefined],
    ['encrypted', passphrase],
  ])('%s gives back what was put in, in its order', async (_name, secret) => {
    const path = secret ? sealed : plain
    const { manifest, contents } = await checkArchive(path, secret)
    expect(manifest).toMatchObject({ product: 'gatehouse', format: 1, ...about })
    expect(contents.rows).toEqual({ door: 100_000 })
    const found: Record<string, string> = {}
    for await (const { name, body } of readArchive(path, secret)) {
      found[name] = ''
      for await (const chunk of body) found[name] += Buffer.from(chunk).toString()
    }
    expect(Object.keys(found)).toEqual(['store/door/00000.copy', 'files/vault.key', 'files/this'])
    expect(found['files/this']).toBe(readFileSync(import.meta.filename, 'utf8'))
  })

  test('is for nobody but its owner, and says whether it is encrypted', async () => {
    const ours = await written('ours', passphrase)
    expect([plain, ours].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600])
    expect([await isEncrypted(plain), await isEncrypted(ours)]).toEqual([false, true])
    expect(readFileSync(ours).includes('a key')).toBe(false)
    expect((await checkArchive(ours, passphrase)).contents.rows).toEqual({ door: 100_000 })
  })

  test('that is encrypted asks for its passphrase, and takes no other', async () => {
    expect(await faultOf(sealed)).toContain('its passphrase is needed (BACKUP_PASSPHRASE)')
    expect(await faultOf(sealed, 'correct horse batterx')).toContain('not the passphrase')
  })

  test.each([
    ['plain', undefined],
    ['encrypted', passphrase],
  ])(
    '%s with any byte changed, or cut off anywhere, is refused or what it was',
    { timeout: 120_000 },
    async (_name, secret) => {
      const path = secret ? sealed : plain
      const { size } = statSync(path)
      const whole = await checkArchive(path, secret)
      await fc.assert(
        fc.asyncProperty(fc.nat(size - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), async (at, by, cut) => {
          const wrong = changed(path, (bytes) => {
            if (cut) return bytes.subarray(0, at)
            bytes[at] = (bytes[at] ?? 0) ^ by
            return bytes
          })
          const found = await checkArchive(wrong, secret).catch((error: unknown) => error)
          // The compression has bits that say nothing, and the end of an empty frame: with another one it is the same backup.
          if (found instanceof BackupFault)
            expect(found.message).toMatch(/damaged|cut off|no backup of Gatehouse|not the passphrase/)
          else expect(found).toEqual(whole)
        }),
        { numRuns: 60 },
      )
    },
  )

  const repacked = async (change: (member: { name: string; data: Buffer }) => Buffer | null) => {
    const members = await unpackTar(zstdDecompressSync(readFileSync(plain)))
    const remaining = members.flatMap(({ header, data }) => {
      const bytes = change({ name: header.name, data: Buffer.from(data ?? []) })
      return bytes ? [{ header: { ...header, size: bytes.length }, body: new Uint8Array(bytes) }] : []
    })
    const packed = zstdCompressSync(await packTar(remaining))
    return changed(plain, () => packed)
  }

  test('that somebody packed anew with something else in it, or without something, is refused', async () => {
    const other = await repacked(({ name, data }) => (name === 'files/vault.key' ? Buffer.from('b key') : data))
    expect(await faultOf(other)).toContain('files/vault.key is not what was written')
    const less = await repacked(({ name, data }) => (name === 'files/vault.key' ? null : data))
    expect(await faultOf(less)).toContain('is not what was written')
    const endless = await repacked(({ name, data }) => (name === 'contents.json' ? null : data))
    expect(await faultOf(endless)).toContain('its end is missing')
  })

  test('of a newer format is refused by the version that made it', async () => {
    const newer = await repacked(({ name, data }) =>
      name === 'manifest.json' ? Buffer.from(data.toString().replace('"format": 1', '"format": 2')) : data,
    )
    expect(await faultOf(newer)).toContain('was made by Gatehouse 1.0.0, whose backups this older one cannot read')
  })

  test('is no file of anything else, and not one that is not there', async () => {
    expect(await faultOf(import.meta.filename)).toContain('is no backup of Gatehouse')
    expect(await faultOf(changed(plain, () => Buffer.alloc(0)))).toContain('is no backup of Gatehouse')
    expect(await faultOf(join(folder, 'nowhere'))).toContain('cannot be read')
  })

  test('overwrites nothing, and leaves nothing when it is given up', async () => {
    await expect(createArchive(plain, undefined, about)).rejects.toThrow('is there already')
    const path = join(folder, 'given up')
    const archive = await createArchive(path, undefined, about)
    await archive.add('files/half', Buffer.alloc(100))
    expect(existsSync(`${path}.part`)).toBe(true)
    await archive.abandon()
    expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false])
    await expect(createArchive(join(folder, 'no', 'such', 'folder'), undefined, about)).rejects.toThrow(
      'cannot be written',
    )
  })
})
