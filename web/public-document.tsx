// A public page as a document of its own: the same on the server, which renders it ahead, and in the browser.
import { StrictMode, useSyncExternalStore } from 'react'
import { PageProvider, useNamedPage } from './kit/page-context.tsx'
import { DocumentLink, goByDocument, type Place, PlaceProvider } from './kit/place.tsx'
import type { PublicPart } from './kit/public-page.ts'
import { SkipLink } from './ui/primitives/skip-link.tsx'
import { CrashBoundary } from './site/errors/crash-boundary.tsx'

interface PublicDocumentProps {
  readonly at: Omit<Place, 'go'>
  readonly part: PublicPart<unknown>
  readonly data: unknown
}

export const PublicDocument = ({ at, part: { Page }, data }: PublicDocumentProps) => (
  <StrictMode>
    <PlaceProvider value={{ place: { ...at, go: goByDocument }, Link: DocumentLink }}>
      <PageProvider>
        <NamedDocument />
        <SkipLink />
        <CrashBoundary>
          <Page data={data} />
        </CrashBoundary>
      </PageProvider>
    </PlaceProvider>
  </StrictMode>
)

// The server has written the name of the page into the document already.
const NamedDocument = () => {
  useNamedPage(
    useSyncExternalStore(
      never,
      () => document.title.replace(/ · Gatehouse$/, ''),
      () => undefined,
    ),
  )
  return null
}

const never = () => () => {}
