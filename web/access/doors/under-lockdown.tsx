// That a door is locked down, by what, and what it takes to unlock it meanwhile.
import type { Door } from '@gatehouse/contract/access/doors'
import { Link } from 'react-router'
import { useHas } from '../../kit/session/session-state.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { When } from '../../ui/time/when.tsx'

export const UnderLockdown = ({ door: { lockdowns } }: { readonly door: Pick<Door, 'lockdowns'> }) => {
  const releases = useHas('release_lockdown')
  if (lockdowns.length === 0) return null
  return (
    <div
      className="mt-3 grid gap-1 rounded border-s-4 border-s-critical bg-sunken px-4 py-3"
      data-testid="under-lockdown"
    >
      {lockdowns.map(({ id, name, since }) => (
        <p key={id}>
          <Icon name="locked" /> Locked down by <Link to={`/doors/lockdowns/${id}`}>{name}</Link>, <When at={since} />
        </p>
      ))}
      <p>
        No unlock is taken until {lockdowns.length === 1 ? 'it is' : 'all of them are'} released
        {releases ? '.' : ', which takes somebody with “End a lockdown”.'} The way out stays open.
      </p>
    </div>
  )
}
