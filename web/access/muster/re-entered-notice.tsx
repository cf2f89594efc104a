// Whoever was accounted for and went back in: in sight of every warden, whatever they look for and have scrolled to.
import { Icon } from '../../ui/primitives/icon.tsx'
import { notice } from './notice.ts'
import type { Shown } from './roll-call.ts'

export const ReEnteredNotice = ({ people }: { readonly people: readonly Shown[] }) => {
  const back = people.filter(({ status }) => status === 're-entered')
  if (back.length === 0) return null
  const more = back.length - mostNamed
  return (
    <p className={notice} data-state="critical" role="alert">
      <Icon name="entry" size="medium" />
      <span>
        <strong>Re-entered:</strong> {back.slice(0, mostNamed).map(placed).join(', ')}
        {more > 0 && ` and ${more} more`}
      </span>
    </p>
  )
}

const mostNamed = 3

const placed = ({ name, zone }: Shown): string => (zone === null ? name : `${name} (${zone})`)
