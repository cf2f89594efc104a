// What a page of the gallery is: a component in each of its states, as plain data.
import type { ReactNode } from 'react'

export interface Story {
  /** `Time range` */
  readonly name: string
  /** What it is for, in a sentence. */
  readonly about: string
  readonly states: readonly StoryState[]
}

export interface StoryState {
  readonly name: string
  /** Drawn as a component. */
  readonly render: () => ReactNode
  /** It lies over the page: shown once this button is pressed. */
  readonly press?: string
}

/** The address of its page: `time-range`. */
export const slugOf = ({ name }: Pick<Story, 'name'>): string => name.toLowerCase().replaceAll(/[^a-z]+/g, '-')
