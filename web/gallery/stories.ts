// Every page of the gallery, in the order of its list.
import { chartStories } from './chart.stories.tsx'
import { formStories } from './form.stories.tsx'
import { groundStories } from './ground.stories.tsx'
import { logStories } from './log.stories.tsx'
import { messageStories } from './message.stories.tsx'
import { overStories } from './over.stories.tsx'
import { pageStories } from './page.stories.tsx'
import { stateStories } from './state.stories.tsx'
import type { Story } from './story.ts'
import { tableStories } from './table.stories.tsx'
import { timeStories } from './time.stories.tsx'

export const stories: readonly Story[] = [
  ...groundStories,
  ...pageStories,
  ...stateStories,
  ...tableStories,
  ...logStories,
  ...timeStories,
  ...chartStories,
  ...formStories,
  ...overStories,
  ...messageStories,
]
