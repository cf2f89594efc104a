// The button of the user's menu; the menu itself comes when it is first opened.
import IconButton from '@mui/material/IconButton'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../kit/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { firstPageFor } from './first-page.ts'
import styles from './user-menu.module.css'

const load = () => import('./user-menu-list.tsx')
const CompanySwitcher = lazy(async () => ({
  default: (await import('../companies/company-switcher.tsx')).CompanySwitcher,
}))
const UserMenuList = lazy(async () => ({ default: (await load()).UserMenuList }))

export const UserMenu = () => {
  const { user, permissions } = useSession()
  const [switching, setSwitching] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        aria-label="Your menu"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void load()}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <span className={styles.person}>
          {user && <Avatar picture={user.profilePicture} name={user.displayName} />}
        </span>
        <Icon name="menu" size="medium" className={styles.menu} />
      </IconButton>
      {anchor && (
        <Suspense>
          <UserMenuList
            anchor={anchor}
            onSwitchCompany={() => {
              setAnchor(null)
              setSwitching(true)
            }}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
      {switching && (
        <Suspense>
          <CompanySwitcher to={firstPageFor(permissions)} onClose={() => setSwitching(false)} />
        </Suspense>
      )}
    </>
  )
}
