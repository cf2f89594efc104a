// Whether the browser keeps anybody as signed in, without looking closer: all that a public document asks at first.
import { local, tab } from '../data/storage.ts'

export const userKey = 'userInfo'
export const viewingKey = 'viewing'

/** Whether this tab looks through another person's eyes. */
export const isViewing = (): boolean => tab.get(viewingKey) !== null

export const isSomebodyStored = (): boolean => isViewing() || local.get(userKey) !== null
