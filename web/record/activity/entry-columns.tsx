// The columns of a list of entries, and what stands over those of one day.
import type { Entry } from '@gatehouse/contract/record/activity'
import { useClock } from '../../kit/clock.ts'
import { dayOf, useTimeZone } from '../../kit/time.ts'
import type { Groups } from '../../ui/logs/log-grid.tsx'
import type { LogColumn } from '../../ui/logs/log-row.tsx'
import { When } from '../../ui/time/when.tsx'
import { dayText } from './day-text.ts'
import { EntrySentence, OutcomeWord, type Reader, Who } from './entry-words.tsx'

export const entryColumns = (reader: Reader | null): readonly LogColumn<Entry>[] => [
  { title: 'When', width: '7rem', card: 'time', render: ({ at }) => <When at={at} /> },
  {
    title: 'Action',
    width: 'minmax(14rem, 3fr)',
    card: 'title',
    render: (entry) => <EntrySentence entry={entry} reader={reader} />,
  },
  {
    title: 'Who',
    width: 'minmax(11rem, 2fr)',
    card: 'detail',
    render: (entry) => <Who entry={entry} reader={reader} />,
  },
  { title: 'Outcome', width: '6rem', card: 'state', render: ({ outcome }) => <OutcomeWord outcome={outcome} /> },
  { title: 'Address', width: 'minmax(6.5rem, 9rem)', quiet: true, render: ({ address }) => address ?? '–' },
]

/** A day begins when it is midnight at the site. */
export const daysOf = (timeZone: string): Groups<Entry> => ({
  of: ({ at }) => dayOf(at, timeZone),
  head: ({ at }) => <Day at={at} />,
})

const Day = ({ at }: { readonly at: string }) => {
  const timeZone = useTimeZone()
  return useClock((now) => dayText(at, now, timeZone))
}
