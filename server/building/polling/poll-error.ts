// What went wrong with a poll, in words for whoever set the device up.
import type { PollTrouble } from '@gatehouse/contract/building/polling'
import type { Reading } from '@gatehouse/devices/polled'

export class PollError extends Error {
  readonly trouble: PollTrouble

  constructor(trouble: PollTrouble, message: string) {
    super(message)
    this.name = 'PollError'
    this.trouble = trouble
  }
}

/** What a poll came to. A poll that read nothing at all throws `PollError`. */
export interface PollOutcome {
  readonly readings: Reading[]
  /** Per cent; null: there is none. */
  readonly battery: number | null
  readonly roundTripMs: number
  /** Of the first part that could not be read. */
  readonly failed: PollError | null
}

/** An open way to one address, over which one request goes after another. */
export interface Session {
  isOpen(): boolean
  close(): void
}

export const inWords = (error: unknown, where: string): PollError => {
  if (error instanceof PollError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why = words[code] ?? `${where} could not be reached${code === '' ? '' : ` (${code})`}.`
  return new PollError('unreachable', why.replace('{}', where))
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: '{} refused the connection: nothing listens on that port.',
  ECONNRESET: '{} closed the connection.',
  EPIPE: '{} closed the connection.',
  EHOSTUNREACH: 'There is no way to {}: is it switched on, and in a network that this server reaches?',
  ENETUNREACH: 'There is no way to {}: is it in a network that this server reaches?',
  ETIMEDOUT: '{} did not answer the connection.',
}
