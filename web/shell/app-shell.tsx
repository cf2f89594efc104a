// Everything around the pages of the signed-in application: top bar, banners, and what they all stand in.
// First: what follows it in its stylesheet counts for more.
import '../ui/theme/utilities.css'
import { Suspense } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'
import { useHas } from '../kit/session/session-state.ts'
import { useTimeZone } from '../kit/time.ts'
import { LoadingScreen } from './loading/loading-page.tsx'
import { later } from '../ui/feedback/later.tsx'
import { TipLayer } from '../ui/sheets/tip-layer.tsx'
import { AccountBanner } from './banners/account-banner.tsx'
import styles from './app-shell.module.css'
import { useArrivalMessage } from './arrival.ts'
import { ConnectionBanner } from './banners/connection-banner.tsx'
import { SignedInNav, SignedInSide } from './menu/signed-in-menus.tsx'
import { SignedInTools } from './top-bar/signed-in-tools.tsx'
import { Surroundings } from './surroundings.tsx'
import { TopBar } from './top-bar/top-bar.tsx'
import { ViewingBanner } from './banners/viewing-banner.tsx'

const AlarmWatch = later(async () => (await import('../safety/alarms/alarm-watch.tsx')).AlarmWatch, 'silent')
const AdminPolling = later(async () => (await import('../kit/session/admin-polling.tsx')).AdminPolling, 'silent')

const parts = { Nav: SignedInNav, Side: SignedInSide, Tools: SignedInTools }

export const AppShell = () => {
  useArrivalMessage()
  const screen = useMatches().at(-1)?.id
  return (
    <Surroundings>
      <ViewingBanner />
      <AccountBanner />
      <TopBar parts={parts} />
      <div className="sticky top-bar z-10">
        <ConnectionBanner />
        {useHas('acknowledge_alarms') && <AlarmWatch />}
      </div>
      {/* The address of what it shows: the browser's may be that of a page that is still on its way. */}
      <main id="main" tabIndex={-1} className={styles.main} data-page={useLocation().pathname}>
        {/* Of its own for each screen: the one before does not stand in for one that takes its time. */}
        <Suspense key={screen} fallback={<LoadingScreen atOnce />}>
          <Outlet />
        </Suspense>
        <TipLayer timeZone={useTimeZone()} />
      </main>
      {useHas('admin_access') && <AdminPolling />}
    </Surroundings>
  )
}
