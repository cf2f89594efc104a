// Whether a figure meets the guidance: icon, colour and words.
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import type { Rating } from './health-figures.ts'

interface RatingWordProps {
  readonly rating: Rating
  /** `Above the guidance` */
  readonly misses: string
  /** Why it is not rated. */
  readonly unrated?: string
}

export const RatingWord = ({ rating, misses, unrated = 'No alarms in this period' }: RatingWordProps) => {
  if (rating === 'meets') return <StatusWord state="normal" word="Meets the guidance" />
  if (rating === 'misses') return <StatusWord state="warning" word={misses} />
  return <StatusWord state="unknown" word={unrated} />
}
