// A crash inside the application, as the router hands it on.
import { Suspense, useEffect } from 'react'
import { useRouteError } from 'react-router'
import { crashed } from '../../kit/crash.ts'
import { later } from '../../ui/feedback/later.tsx'

const ErrorPage = later(async () => (await import('./error-page.tsx')).ErrorPage)

export const RouteErrorPage = () => {
  const error = useRouteError()
  // What was thrown while drawing has been told of by then; what a loader threw has not.
  useEffect(() => crashed(error), [error])
  return (
    <Suspense>
      <ErrorPage />
    </Suspense>
  )
}
