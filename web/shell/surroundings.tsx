// What everything of the signed-in stands in: data, the component library's theme, the live connection, toasts, the tab.
import { StyledEngineProvider, ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { whenIdle } from '../kit/hands/idle.ts'
import { registerCorrections } from '../kit/live/live-cache.ts'
import { queryClient } from '../kit/data/queries.ts'
import { telemetry } from '../kit/live/telemetry.ts'
import { TabProvider } from '../kit/tab-title.tsx'
import { currentMode } from '../kit/hands/theme-mode.ts'
import { muiTheme } from '../ui/theme/mui-theme.ts'
import { Toasts } from '../ui/feedback/toasts.tsx'
import { FollowThemeMode } from './follow-theme-mode.tsx'
import { liveCorrections } from './live-corrections.ts'

registerCorrections(liveCorrections)

export const Surroundings = ({ children }: { readonly children: ReactNode }) => {
  useEffect(() => telemetry().follow(), [])
  useEffect(startMainLater, [])
  return (
    <QueryClientProvider client={queryClient()}>
      {/* MUI's rules come before ours, in whatever order stylesheets arrive: what a part says of itself holds. */}
      <StyledEngineProvider injectFirst>
        <ThemeProvider theme={muiTheme} defaultMode={currentMode()} storageManager={null}>
          <FollowThemeMode />
          <TabProvider>{children}</TabProvider>
          <Toasts />
        </ThemeProvider>
      </StyledEngineProvider>
    </QueryClientProvider>
  )
}

// Nothing on a page waits for it: whoever asks meanwhile asks by HTTP, and what is told waits.
const startMainLater = () => {
  let stop: (() => void) | null = () => {}
  const begin = async () => {
    const { mainConnection } = await import('../kit/live/main-connection.ts')
    if (stop) stop = mainConnection().follow()
  }
  // Where it does not arrive the page does without.
  const cancel = whenIdle(() => void begin().catch(() => {}))
  return () => {
    cancel()
    stop?.()
    stop = null
  }
}
