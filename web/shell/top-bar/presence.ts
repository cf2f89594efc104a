// What the user's menu says of the connection: the dot is grey when it is gone, green otherwise.
import type { Phase } from '../../kit/live/live.ts'

export interface Presence {
  readonly isOffline: boolean
  readonly word: 'Online' | 'Connecting' | 'Offline'
}

export const presenceIn = (phase: Phase): Presence => {
  if (phase === 'live') return { isOffline: false, word: 'Online' }
  return phase === 'connecting' ? { isOffline: false, word: 'Connecting' } : { isOffline: true, word: 'Offline' }
}
