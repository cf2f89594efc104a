// The button of the user's menu; the menu itself comes when the page is idle, or is first opened.
import IconButton from '@mui/material/IconButton'
import { Suspense, useState } from 'react'
import { useSession } from '../kit/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { later, useFetchedAhead } from '../ui/later.tsx'
import { firstPageFor } from './first-page.ts'
import styles from './user-menu.module.css'

const UserMenuList = later(async () => (await import('./user-menu-list.tsx')).UserMenuList, 'over')
const CompanySwitcher = later(async () => (await import('../companies/company-switcher.tsx')).CompanySwitcher, 'over')

export const UserMenu = () => {
  const { user, permissions } = useSession()
  const [switching, setSwitching] = useState(false)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  useFetchedAhead(UserMenuList)
  return (
    <>
      <IconButton
        aria-label="Your menu"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void UserMenuList.fetch()}
        onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
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
