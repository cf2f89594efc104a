// Who takes a letter away: a mail server, or the mailbox in the data folder where there is none.
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { fileOf, folderOf, forgetOldest } from './mailbox.ts'

/** A letter of the queue. */
export interface Posted {
  readonly id: string
  readonly recipient: string
  readonly letter: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly reply_to: string | null
  readonly created_at: Date
}

export interface Carrier {
  /** How many letters at a time. */
  readonly atOnce: number
  /** What was answered for it; throws an `Unsent` otherwise. */
  carry(letter: Posted, signal: AbortSignal): Promise<string>
  close(): Promise<void>
}

/** A letter that was not taken; `forGood`: nor ever will be. */
export class Unsent extends Error {
  readonly forGood: boolean
  constructor(message: string, forGood: boolean) {
    super(message)
    this.forGood = forGood
  }
}

const connectionMs = 15_000
const silenceMs = 30_000

export const smtpCarrier = (url: string, from: string): Carrier => {
  const server = new URL(url)
  const { hostname, username, searchParams } = server
  // A password goes over the network encrypted, or not at all.
  if (username !== '' && !isHere(hostname) && !searchParams.has('requireTLS')) searchParams.set('requireTLS', 'true')
  const options = {
    url: server.href,
    pool: true,
    maxConnections: 3,
    // Trying again is the queue's.
    maxRequeues: 0,
    idleTimeout: 30_000,
    connectionTimeout: connectionMs,
    greetingTimeout: connectionMs,
    dnsTimeout: connectionMs,
    socketTimeout: silenceMs,
  } as const
  const transport = once(async () => (await import('nodemailer')).createTransport(options))
  return {
    atOnce: 3,
    async carry(letter, signal) {
      const message = messageOf(letter, from)
      try {
        const { response } = await (await transport()).sendMail({ ...message, signal })
        return response
      } catch (error) {
        throw new Unsent(reasonOf(error), isFinal(error))
      }
    },
    close: async () => (await transport.made)?.close(),
  }
}

export const mailboxCarrier = (dataDir: string, from: string): Carrier => {
  const options = { streamTransport: true, buffer: true, newline: 'windows' } as const
  const transport = once(async () => (await import('nodemailer')).createTransport(options))
  const folder = folderOf(dataDir)
  return {
    atOnce: 1,
    async carry(letter) {
      const { message } = await (await transport()).sendMail(messageOf(letter, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      const name = fileOf(letter)
      // Under another name until it is whole: somebody may look meanwhile, or the machine stop.
      await writeFile(`${folder}/${name}.part`, message, { mode: 0o600 })
      await rename(`${folder}/${name}.part`, `${folder}/${name}`)
      await forgetOldest(folder)
      return `kept in mailbox/${name}`
    },
    close: async () => (await transport.made)?.close(),
  }
}

// Nobody pays for a library in memory before the first letter.
const once = <T>(make: () => Promise<T>) => {
  const get = () => (get.made ??= make())
  get.made = undefined as Promise<T> | undefined
  return get
}

const messageOf = ({ id, recipient, letter, subject, text, html, reply_to, created_at }: Posted, from: string) => {
  if (!isOneAddress(recipient)) throw new Unsent('No mail can be sent to this address.', true)
  if (reply_to !== null && !isOneAddress(reply_to)) throw new Unsent('Nobody could be answered at this address.', true)
  const host = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    from,
    to: { name: '', address: recipient },
    ...(reply_to === null ? {} : { replyTo: { name: '', address: reply_to } }),
    subject,
    text,
    html,
    date: created_at,
    // The same at every try: who gets a letter twice sees it once.
    messageId: `<${id}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'X-Gatehouse-Letter': letter,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** One, and no list, comment, group or quoted name that a mail program would take apart in its own way. */
const isOneAddress = (address: string) => /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(address)

const isHere = (host: string) => /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(host)

// What the server says for good about this letter; that it does not like us at all may be mended.
const isFinal = (error: unknown): boolean => {
  if (error instanceof Unsent) return error.forGood
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)
