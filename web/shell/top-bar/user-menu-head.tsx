// The top of the user's menu: picture, name, verified, role, company and status.
import { useSession } from '../../kit/session/session-state.ts'
import { useLive } from '../../kit/live/use-live.ts'
import { Avatar } from '../../ui/primitives/avatar.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { roleLabel } from '../menu/menu.ts'
import { presenceIn, presenceOf, useAway } from './presence.ts'

export const UserMenuHead = () => {
  const { user, permissions, viewing } = useSession()
  const own = presenceIn(useLive().phase, useAway())
  if (!user) return null
  // Of a person whose eyes one looks through, this browser knows nothing.
  const { isOffline, word } = viewing ? presenceOf(user.status) : own
  return (
    <li
      className="flex items-start gap-3 px-4 pt-2 pb-3 text-sm text-muted [&_strong]:text-md [&_strong]:text-text"
      role="presentation"
    >
      <span className="relative flex-none">
        <Avatar picture={user.profilePicture} name={user.displayName} size="medium" />
        <span
          className="absolute [inset:auto_-2px_-2px_auto] h-[12px] w-[12px] rounded-[50%] border-2 border-surface bg-offline data-online:bg-normal"
          data-online={!isOffline || undefined}
        />
      </span>
      <span className="grid min-w-0 wrap-anywhere">
        <strong>
          {user.displayName}
          {user.verified && (
            <span className="ms-1 [vertical-align:-2px] text-information">
              <Icon name="normal" /> <span className="visually-hidden">Verified</span>
            </span>
          )}
        </strong>
        <span>
          {roleLabel({ permissions, roles: user.roles.map(({ name }) => name) })} · {word}
        </span>
        <span>{user.email}</span>
        {user.company && <span>{user.company.name}</span>}
      </span>
    </li>
  )
}
