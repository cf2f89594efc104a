// A day to come: `20 December`.
import { useTimeZone } from '../../kit/time.ts'

export const Until = ({ at }: { readonly at: string }) => {
  const timeZone = useTimeZone()
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone }).format(new Date(at))
  return (
    <time dateTime={at} data-tip={`|${at}`}>
      {day}
    </time>
  )
}
