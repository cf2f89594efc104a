// How the activity log says what became of commands to doors: each is on it once for every step.
import type { Sentence } from '../operation.ts'

const deeds = {
  unlock: 'unlock',
  lock: 'lock',
  hold: 'stay open',
  release: 'end its hold',
  lockdown: 'lock down',
  'release-lockdown': 'end its lockdown',
}

const stepsOf = (deed: string): Readonly<Record<string, Sentence>> => ({
  '': ['Told', `{} to ${deed}`, `a door to ${deed}`],
  '.sent': ['Sent', `{} the command to ${deed}`, `a door the command to ${deed}`],
  '.confirmed': ['Heard', `from {} that it was told to ${deed} and did`, `that a door was told to ${deed} and did`],
  '.refused': ['Told', `{} to ${deed}, which it refused`, `a door to ${deed}, which it refused`],
  '.no-answer': ['Told', `{} to ${deed}, and got no answer`, `a door to ${deed}, and got no answer`],
  '.failed': ['Told', `{} to ${deed}, which never left`, `a door to ${deed}, which never left`],
})

/** By the last part of their names, below `doors`; those that are operations too are said alike. */
export const commandSentences: Readonly<Record<string, Sentence>> = Object.fromEntries(
  Object.entries(deeds).flatMap(([name, deed]) =>
    Object.entries(stepsOf(deed)).map(([step, sentence]) => [name + step, sentence]),
  ),
)
