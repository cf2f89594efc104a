// What tests of signing in need: the letters that were sent, codes out of them, and an authenticator app.
import type { Letter } from '@gatehouse/contract/messages/mail'
import { generateSync } from 'otplib'
import { filesIn, folderOf, readLetter } from '../../messages/mail/mailbox.ts'
import type { TestServer } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'

/** The newest letter to an address that was sent after `since` letters had been. */
export const letterTo = async (server: TestServer, email: string, since = 0): Promise<Letter> => {
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const letters = (await lettersOf(server)).filter(({ to }) => to.includes(email))
    const newest = letters.at(-1)
    if (letters.length > since && newest) return newest
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`no letter came to ${email}`)
}

const readBefore = new Map<string, Letter>()
/** Oldest first, each read from the disk once. */
const lettersOf = async ({ dataDir }: TestServer): Promise<Letter[]> => {
  const folder = folderOf(dataDir)
  const files = await filesIn(folder)
  for (const file of files) if (!readBefore.has(file)) readBefore.set(file, await readLetter(folder, file))
  return files.flatMap((file) => readBefore.get(file) ?? [])
}

export const codeIn = (letter: Letter): string => {
  const code = /\b(\d{6})\b/.exec(letter.text)?.[1]
  if (!code) throw new Error('the letter has no code')
  return code
}

/** What an app shows, `steps` time steps from now. */
export const appCode = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 })

/** Not so near to the next time step that it comes before the code does. */
export const calmStep = async (): Promise<void> => {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 10_000) await tick(left + 50)
}

export const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** The key that signs this server's tokens; it lies in the store. */
export const keyOf = async (server: TestServer): Promise<Uint8Array> => {
  const { rows } = await server.store.pool.query<{ value: string }>(
    `select value from setting where key = 'signing key'`,
  )
  return Buffer.from(rows[0]?.value ?? '', 'base64')
}

export const claimsOf = (token = ''): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
