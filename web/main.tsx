// Where the browser side begins: session, theme, routes.
import '@fontsource-variable/inter/wght.css'
import 'virtual:tokens.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { startSession } from './kit/session.ts'
import { followSystemTheme } from './kit/theme-mode.ts'
import { createRouter } from './routes.tsx'

// Before the routes, so that they know at once whether to fetch the pages of the signed-in.
startSession((to, state) => router.navigate(to, { state }))
const router = createRouter()
followSystemTheme()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
