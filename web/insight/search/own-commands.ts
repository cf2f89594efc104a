// What the search can do by itself: change how the screen looks, and sign out. The server is not asked for it.
import type { SearchResult } from '@gatehouse/contract/insight/search'
import { messages } from '@gatehouse/contract/identity/auth'
import { announce } from '../../kit/hands/announce.ts'
import { chooseDensity, chooseThemeMode } from '../../kit/hands/theme-mode.ts'
import { exit } from '../../kit/session/session.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** A result that does something instead of leading somewhere. */
export interface OwnCommand extends SearchResult {
  readonly run: () => void
}

export const isOwnCommand = (result: SearchResult): result is OwnCommand => 'run' in result

const command = (title: string, description: string, run: () => void): OwnCommand => ({
  id: `own ${title}`,
  type: 'command',
  title,
  description,
  priority: 'low',
  path: '',
  requiredPermissions: [],
  run,
})

const theme = (mode: 'light' | 'dark') => () => {
  chooseThemeMode(mode)
  announce(`Theme: ${mode}`)
}

const density = (rows: 'comfortable' | 'compact') => () => {
  chooseDensity(rows)
  announce(`Rows: ${rows}`)
}

const signOut = () => {
  exit().catch(() => toast('error', messages.logoutFailed))
}

const all: readonly { readonly command: OwnCommand; readonly words: string }[] = [
  { command: command('Dark theme', 'Light on a dark ground', theme('dark')), words: 'mode night appearance switch' },
  { command: command('Light theme', 'Dark on a light ground', theme('light')), words: 'mode day appearance switch' },
  { command: command('Compact rows', 'More of a list at once', density('compact')), words: 'density table dense' },
  {
    command: command('Comfortable rows', 'Higher rows in lists', density('comfortable')),
    words: 'density table spacious',
  },
  { command: command('Sign out', 'End this session', signOut), words: 'logout log out leave exit' },
]

/** Those of which a word begins with each word that is typed; fewer than three letters mean nothing yet. */
export const ownCommandsFor = (typed: string): OwnCommand[] => {
  const sought = wordsOf(typed)
  if (typed.trim().length < 3) return []
  return all
    .filter(({ command: { title }, words }) => {
      const known = wordsOf(`${title} ${words}`)
      return sought.every((word) => known.some((one) => one.startsWith(word)))
    })
    .map(({ command: own }) => own)
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)
