// What the socket layer says of its trouble, in words for who has to do with it.
import { messages } from '@gatehouse/contract/realtime'

const words: Readonly<Record<string, string>> = {
  [messages.timeout]: 'The server took too long to answer.',
  [messages.timedOut]: 'The server has not answered in time.',
  [messages.disconnected]: 'The connection was lost before the answer came.',
  [messages.noTransports]: 'This browser offers no way to connect.',
  unauthorized: 'The server does not know your session any more.',
  forbidden: 'You may not read notifications.',
  unavailable: 'The server cannot say at the moment who you are.',
  'io server disconnect': 'The server ended the connection.',
}

/** Whatever else it is, it is the way there. */
export const connectionWords = (message: string | null): string =>
  (message === null ? undefined : words[message]) ?? 'The server cannot be reached.'
