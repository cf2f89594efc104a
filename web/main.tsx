// Where the browser side begins: session, theme, routes.
import '@fontsource-variable/inter/wght.css'
import 'virtual:tokens.css'
import './ui/theme/base.css'
import './identity/auth/utilities.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { crashed } from './kit/crash.ts'
import { followSystemTheme } from './kit/hands/theme-mode.ts'
import { settleArrival } from './kit/session/arrival.ts'
import { startSession } from './kit/session/session.ts'
import { createRouter } from './routes.tsx'
import { CrashBoundary } from './site/errors/crash-boundary.tsx'

const begin = (root: HTMLElement): void => {
  settleArrival()
  // Before the routes, so that they know at once whether to fetch the pages of the signed-in.
  startSession((to, state) => router.navigate(to, { state }), 'application')
  const router = createRouter()
  followSystemTheme()
  const startServiceWorker = async () => (await import('./kit/service-worker.ts')).startServiceWorker('application')
  window.addEventListener('load', () => void startServiceWorker().catch(console.info), { once: true })
  createRoot(root, { onCaughtError: crashed, onUncaughtError: crashed }).render(
    <StrictMode>
      <CrashBoundary>
        <RouterProvider router={router} />
      </CrashBoundary>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
// A public document fetches this file too, for what it shares with the tools of the signed-in, and has its own beginning:
// both in one root would tear each other down.
if (root && !document.getElementById('page-data')) begin(root)
