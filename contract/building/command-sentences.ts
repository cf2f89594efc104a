// How the activity log says what became of commands: each is on it once for every step.
import type { Sentence } from '../operation.ts'

const stepsOf = (a: string, deed: string): Readonly<Record<string, Sentence>> => ({
  '': ['Commanded', `{} to ${deed}`, `${a} to ${deed}`],
  '.sent': ['Sent', `{} the command to ${deed}`, `${a} the command to ${deed}`],
  '.confirmed': ['Confirmed', `the command to {} to ${deed}`, `a command to ${a} to ${deed}`],
  '.refused': ['Commanded', `{} to ${deed}, which it refused`, `${a} to ${deed}, which it refused`],
  '.no-answer': ['Commanded', `{} to ${deed}, and got no answer`, `${a} to ${deed}, and got no answer`],
  '.failed': ['Commanded', `{} to ${deed}, which was not sent`, `${a} to ${deed}, which was not sent`],
})

/** By the last part of their names: which command `a door` was sent, by what is asked of it. */
export const commandSentencesOf = (a: string, deeds: Readonly<Record<string, string>>): Record<string, Sentence> =>
  Object.fromEntries(
    Object.entries(deeds).flatMap(([name, deed]) =>
      Object.entries(stepsOf(a, deed)).map(([step, sentence]) => [name + step, sentence]),
    ),
  )
