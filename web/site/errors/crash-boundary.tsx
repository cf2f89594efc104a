// A crash where no router stands around it: in a public document, or of the application as a whole.
import { Component, type ReactNode, Suspense } from 'react'
import { later } from '../../ui/feedback/later.tsx'

// Few pages crash: it is fetched when one has.
const ErrorPage = later(async () => (await import('./error-page.tsx')).ErrorPage)

// React hands errors to classes only.
export class CrashBoundary extends Component<{ readonly children: ReactNode }, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override render() {
    if (!this.state.hasCrashed) return this.props.children
    return (
      <Suspense>
        <ErrorPage />
      </Suspense>
    )
  }
}
