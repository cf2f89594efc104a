// How webhooks and what was sent to them are spoken of.
import { kindText, type Webhook, type WebhookDelivery } from '@gatehouse/contract/messages/webhooks'
import type { State } from '../../ui/theme/tokens.ts'

interface Words {
  readonly state: State
  readonly word: string
}

const states: Readonly<Record<Webhook['state'], Words>> = {
  ok: { state: 'normal', word: 'Works' },
  failing: { state: 'warning', word: 'Fails' },
  paused: { state: 'high', word: 'Paused' },
  off: { state: 'shelved', word: 'Off' },
}

export const stateWords = ({ state, givenUpAt }: Pick<Webhook, 'state' | 'givenUpAt'>): Words =>
  state === 'off' && givenUpAt !== null ? { state: 'critical', word: 'Given up' } : states[state]

export const deliveryWords: Readonly<Record<WebhookDelivery['status'], Words>> = {
  queued: { state: 'information', word: 'Waits' },
  sent: { state: 'information', word: 'Sent' },
  delivered: { state: 'normal', word: 'Delivered' },
  seen: { state: 'normal', word: 'Seen' },
  failed: { state: 'critical', word: 'Failed' },
}

export const kindWords = (kind: string): string => (kind === 'ping' ? 'A test' : kindText(kind))

/** Which kinds it is told of, in a few words. */
export const kindsText = (chosen: readonly string[] | null): string => {
  if (chosen === null) return 'Everything'
  return chosen.length === 1 ? kindWords(chosen[0] ?? '') : `${chosen.length} kinds`
}

/** The host, which is what tells one from another; the rest may be long. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url
