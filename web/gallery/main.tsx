// Where the gallery of the shared components begins.
import '@fontsource-variable/inter/wght.css'
import 'virtual:tokens.css'
import '../ui/theme/base.css'
import '../ui/theme/utilities.css'
import { StyledEngineProvider, ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '../kit/data/queries.ts'
import { followSystemTheme } from '../kit/hands/theme-mode.ts'
import { muiTheme } from '../ui/theme/mui-theme.ts'
import { Gallery, GalleryPage } from './gallery.tsx'

followSystemTheme()

const router = createBrowserRouter([
  {
    element: <Gallery />,
    children: [
      { index: true, element: <GalleryPage /> },
      { path: ':story', element: <GalleryPage /> },
    ],
  },
])

// What the product fetches late is here at once: a picture is of the thing, not of the way to it.
await Promise.all([import('../ui/tables/data-table-grid.tsx'), import('../ui/charts/time-series-plot.tsx')])

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <StyledEngineProvider injectFirst>
        <ThemeProvider theme={muiTheme}>
          <QueryClientProvider client={queryClient()}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ThemeProvider>
      </StyledEngineProvider>
    </StrictMode>,
  )
}
