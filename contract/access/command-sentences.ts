// How the activity log says what became of commands to doors: each is on it once for every step.
import type { Sentence } from '../operation.ts'

const deeds = {
  unlock: 'unlock',
  lock: 'lock',
  hold: 'stay unlocked',
  release: 'end its hold',
  lockdown: 'lock down',
  'release-lockdown': 'end its lockdown',
}

const stepsOf = (deed: string): Readonly<Record<string, Sentence>> => ({
  '': ['Commanded', `{} to ${deed}`, `a door to ${deed}`],
  '.sent': ['Sent', `{} the command to ${deed}`, `a door the command to ${deed}`],
  '.confirmed': ['Confirmed', `the command to {} to ${deed}`, `a command to a door to ${deed}`],
  '.refused': ['Commanded', `{} to ${deed}, which it refused`, `a door to ${deed}, which it refused`],
  '.no-answer': ['Commanded', `{} to ${deed}, and got no answer`, `a door to ${deed}, and got no answer`],
  '.failed': ['Commanded', `{} to ${deed}, which was not sent`, `a door to ${deed}, which was not sent`],
})

/** By the last part of their names, below `doors`; those that are operations too are said alike. */
export const commandSentences: Readonly<Record<string, Sentence>> = Object.fromEntries(
  Object.entries(deeds).flatMap(([name, deed]) =>
    Object.entries(stepsOf(deed)).map(([step, sentence]) => [name + step, sentence]),
  ),
)
