// Faults of what a person sees in the browser.
import type { Fault } from './fault.ts'

export const faultsOfTheWeb: readonly Fault[] = [
  {
    name: 'stale-value-shown-as-current',
    why: 'A reading of ten minutes ago stands there in green as if it were of now.',
    file: 'web/ui/feedback/honest-state.ts',
    find: "if (old || quality === 'stale') return { state: 'stale' }",
    replace: '',
    tests: ['web/safety/gas/gas.test.ts'],
  },
  {
    name: 'door-unlocked-before-it-confirmed',
    why: 'The screen reads "Unlocked" while the door has not moved.',
    file: 'web/access/doors/door-view.ts',
    find: 'if (isUnderWay(commanded)) return { state, word: doing[asked], detail: null }',
    replace: 'if (isUnderWay(commanded)) return { state, word: done[asked], detail: null }',
    tests: ['web/access/doors/door-view.test.ts'],
  },
  {
    name: 'command-goes-back-a-step',
    why: 'A confirmed unlock reads "Unlocking…" for ever because its messages came out of order.',
    file: 'web/access/doors/door-lists.live.ts',
    find: 'if (known?.id === commanded.id && !isUnderWay(known) && isUnderWay(commanded)) return door',
    replace: '',
    tests: ['web/access/doors/door-lists.test.ts'],
  },
  {
    name: 'unread-count-below-zero',
    why: 'The bell shows -1.',
    file: 'web/messages/notifications/inbox-state.ts',
    find: 'unread: Math.max(0, inbox.unread + (turned + elsewhere) * (read ? -1 : 1))',
    replace: 'unread: inbox.unread + (turned + elsewhere) * (read ? -1 : 1)',
    tests: ['web/messages/notifications/inbox-state.test.ts'],
  },
  {
    name: 'mark-lost-without-reception',
    why: 'A warden marks somebody as safe in a cellar without reception, and the mark never arrives.',
    file: 'web/access/muster/outbox.ts',
    find: 'if (isPassing(error)) return false',
    replace: 'if (isPassing(error)) return drop(new Set(some.map(({ mark }) => mark.id))) ?? true',
    tests: ['web/access/muster/outbox.test.ts'],
  },
  {
    name: 'end-of-session-not-noticed',
    why: 'Everything fails without a word after the session ran out, and nobody is asked to sign in.',
    file: 'web/kit/data/api.ts',
    find: "if (isStatus(error, 401) && options.unauthorized !== 'an-answer') onUnauthorized()",
    replace: '',
    tests: ['web/kit/data/api.test.ts'],
  },
  {
    name: 'menu-offers-what-is-not-permitted',
    why: 'The menu leads to pages that answer "You may not".',
    file: 'web/shell/menu/entries.ts',
    find: 'requiredPermissions.every((needed) => permissions.has(needed)) &&',
    replace: '',
    tests: ['web/shell/menu/menu.test.ts'],
  },
  {
    name: 'results-of-an-older-search',
    why: 'Results for the first letters replace those for the whole word, and the wrong person is opened.',
    file: 'web/insight/search/look-for.ts',
    find: 'if (!giveUp.signal.aborted) found(answer)',
    replace: 'found(answer)',
    tests: ['web/insight/search/look-for.test.ts'],
  },
]
