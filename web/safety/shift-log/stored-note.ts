// A note that is begun: whoever is called away to an alarm, reloads the page or signs in again goes on with it. Leaving the
// desk is neither asked about nor the end of it, as with other forms: an alarm comes first.
import { draftKey, dropDraft, readDraft, writeDraft } from '../../kit/data/draft-store.ts'
import { currentSession } from '../../kit/session/session-state.ts'

// Of the person and not of a page: the log stands on several.
const key = (): string => draftKey(currentSession().user?.id ?? '', '/shift-log', 'note')

export const storedNote = (): string => {
  const text = readDraft(key())?.['text']
  return typeof text === 'string' ? text : ''
}

export const storeNote = (text: string): void => {
  if (text === '') dropDraft(key())
  else writeDraft(key(), { text })
}
