// Where a visit stands, and since when, as time goes on.
import type { Pass } from '@gatehouse/contract/access/passes'
import { useClock } from '../../kit/clock.ts'
import { useTimeZone } from '../../kit/time.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { visitAt, visitWords, whenText } from './visit-words.ts'

export const VisitWord = ({ pass }: { readonly pass: Pass }) => {
  const timeZone = useTimeZone()
  const visit = useClock((now) => visitAt(pass, now))
  const when = useClock((now) => whenText({ ...pass, visit: visitAt(pass, now) }, timeZone, now))
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <StatusWord {...visitWords[visit]} />
      {when !== '' && <span className="text-sm text-muted">{when}</span>}
    </span>
  )
}
