// Letters that no mail server was there for: whoever looks into the mailbox finds each whole, or not yet.
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailboxCarrier, type Posted } from './carriers.ts'
import { fileOf, filesIn, folderOf } from './mailbox.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-mailbox-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Long, so that it takes a while to be written. */
const letter: Posted = {
  id: 'long',
  recipient: 'guard@gatehouse.example',
  letter: 'code',
  subject: 'A long letter',
  text: 'A line of it.\n'.repeat(600_000),
  html: '',
  reply_to: null,
  created_at: new Date('2026-01-01T00:00:00Z'),
}

test('a letter that is being written is not there yet', async () => {
  const folder = folderOf(dataDir)
  const carrier = mailboxCarrier(dataDir, 'gatehouse@gatehouse.example')
  const carried = carrier.carry(letter, AbortSignal.timeout(60_000))
  await expect.poll(() => filesIn(folder), { interval: 0 }).toEqual([fileOf(letter)])
  const { size } = await stat(join(folder, fileOf(letter)))
  await carried
  expect(size).toBe((await stat(join(folder, fileOf(letter)))).size)
  expect(size).toBeGreaterThan(letter.text.length)
})
