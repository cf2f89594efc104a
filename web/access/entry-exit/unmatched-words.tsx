// How what does not match is put into words.
import type { Unmatched } from '@gatehouse/contract/access/entry-exit'
import { StatusWord } from '../../ui/primitives/status-word.tsx'

export const kinds = {
  'entry-without-exit': 'Came in twice',
  'exit-without-entry': 'Went out twice',
  'still-inside': 'Inside for long',
} as const

export const KindWord = ({ kind }: { readonly kind: Unmatched['kind'] }) => (
  <StatusWord state={kind === 'still-inside' ? 'warning' : 'unknown'} word={kinds[kind]} />
)
