// Of what a device said with an event, what pages and live events carry: fields that mean something. The rest stands with the
// one event that somebody looks at.
import { kinds, messages } from '@gatehouse/contract/building/wire'

/** What drivers of ours add to what they translate, and what ties a message to others: understood beside the contract. */
const alsoUnderstood: readonly string[] = [
  'atFrom',
  'via',
  'retained',
  'condition',
  'active',
  'component',
  'press',
  'operation',
  'by',
  'user',
  'duress',
  'correlationId',
  'leftOut',
]

/** Names of the fields that mean something in some message; a device may say others. */
const understood: readonly string[] = [
  ...new Set([...kinds.flatMap((kind) => Object.keys(messages[kind].shape)), ...alsoUnderstood]),
]

/** Fields of `data` that stand in pages and live events: what the wire and the server's own events know. */
export const dataInPages: readonly string[] = [
  ...understood,
  'detectedBy',
  'note',
  'person',
  'blocked',
  'controller',
  'rules',
]

/** Of those each as far as it is short, in characters as JSON: nothing that means something is longer. */
export const longestInPages = 250
