// Where everything is shown that came of one call, where that page is there.
import { paths } from 'virtual:paths'

const pattern = '/events/timeline/:correlationId'

/** null: there is no such page. */
export const timelineOf = (correlationId: string): string | null =>
  paths.includes(pattern) ? pattern.replace(':correlationId', correlationId) : null
