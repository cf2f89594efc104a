// For how long something has been so, within a sentence: it ticks.
import { ageText } from '../../kit/age.ts'
import { useClock } from '../../kit/clock.ts'

export const Lasting = ({ since }: { readonly since: string }) => <>{useClock((now) => ageText(since, now))}</>
