// Where everything is shown that came of one call, where that page is there.
import { paths } from 'virtual:paths'

/** null: there is no such page. */
export const timelineOf = (correlationId: string): string | null =>
  paths.includes('/events/*') ? `/events/timeline/${correlationId}` : null
