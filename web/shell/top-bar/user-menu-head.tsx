// The top of the user's menu: picture, name, verified, role, company, and whether the connection stands.
import { useSession } from '../../kit/session/session-state.ts'
import { useLive } from '../../kit/live/use-live.ts'
import { Avatar } from '../../ui/primitives/avatar.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { roleLabel } from '../menu/menu.ts'
import { presenceIn } from './presence.ts'
import styles from './user-menu.module.css'

export const UserMenuHead = () => {
  const { user, permissions } = useSession()
  const { isOffline, word } = presenceIn(useLive().phase)
  if (!user) return null
  return (
    <li className={styles.who} role="presentation">
      <span className={styles.picture}>
        <Avatar picture={user.profilePicture} name={user.displayName} size="medium" />
        <span className={styles.dot} data-online={!isOffline || undefined} />
      </span>
      <span className={styles.names}>
        <strong>
          {user.displayName}
          {user.verified && (
            <span className={styles.verified}>
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
