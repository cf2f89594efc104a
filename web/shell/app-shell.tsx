// Everything around the pages of the signed-in application: data, theme, toasts, top bar, live connection.
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Outlet } from 'react-router'
import { currentMode } from '../kit/theme-mode.ts'
import { registerCorrections } from '../kit/live-cache.ts'
import { queryClient } from '../kit/queries.ts'
import { startTelemetry } from '../kit/telemetry.ts'
import { useTimeZone } from '../kit/time.ts'
import { muiTheme } from '../ui/mui-theme.ts'
import { TipLayer } from '../ui/tip-layer.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { AccountBanner } from './account-banner.tsx'
import { useArrivalMessage } from './arrival.ts'
import styles from './app-shell.module.css'
import { ConnectionBanner } from './connection-banner.tsx'
import { FollowThemeMode } from './follow-theme-mode.tsx'
import { liveCorrections } from './live-corrections.ts'
import { TopBar } from './top-bar.tsx'
import { ViewingBanner } from './viewing-banner.tsx'

registerCorrections(liveCorrections)

export const AppShell = () => {
  useEffect(startTelemetry, [])
  useArrivalMessage()
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider theme={muiTheme} defaultMode={currentMode()} storageManager={null}>
        <FollowThemeMode />
        <ViewingBanner />
        <AccountBanner />
        <TopBar />
        <ConnectionBanner />
        <main id="main" tabIndex={-1} className={styles.main}>
          <Suspense fallback={<PageOnItsWay />}>
            <Outlet />
          </Suspense>
          <TipLayer timeZone={useTimeZone()} />
        </main>
        <Toasts />
      </ThemeProvider>
    </QueryClientProvider>
  )
}

const PageOnItsWay = () => <output className="visually-hidden">Loading</output>
