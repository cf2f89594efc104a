// The mailbox in the data folder, for letters that no mail server was there for: one .eml file each, readable as JSON.
import { readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Letter } from '@gatehouse/contract/messages/mail'

const maxStored = 1000
const mostShown = 100

export const folderOf = (dataDir: string): string => join(dataDir, 'mailbox')

/** In the order of their names, letters lie in the order they were posted. */
export const fileOf = ({ id, created_at }: { id: string; created_at: Date }): string =>
  `${created_at.toISOString().replaceAll(':', '-')}_${id}.eml`

// The header has seconds only.
const momentIn = (file: string) => file.slice(0, 24).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')

/** Newest first. */
export const readMailbox = async (dataDir: string): Promise<Letter[]> => {
  const folder = folderOf(dataDir)
  const files = (await filesIn(folder)).slice(-mostShown).toReversed()
  return Promise.all(files.map((file) => readLetter(folder, file)))
}

export const readLetter = async (folder: string, file: string): Promise<Letter> => {
  // Needed by nobody else than the demo.
  const { default: PostalMime } = await import('postal-mime')
  const { to, subject, text, html } = await PostalMime.parse(await readFile(join(folder, file)))
  return {
    to: to?.[0]?.address ?? '',
    subject: subject ?? '',
    text: `${(text ?? '').trimEnd()}\n`,
    html: html ?? '',
    sentAt: momentIn(file),
  }
}

export const forgetOldest = async (folder: string): Promise<void> => {
  const files = await filesIn(folder)
  for (const file of files.slice(0, Math.max(0, files.length - maxStored))) await unlink(join(folder, file))
}

/** The files of a mailbox, oldest first. */
export const filesIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => name.endsWith('.eml')).sort()
}
