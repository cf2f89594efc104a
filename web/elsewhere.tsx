// What is at the addresses that the application does not know: a public page, as anybody sees it and with its data asked
// for by the browser; or nothing.
import { Suspense, useEffect } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { call, isStatus } from './kit/data/api.ts'
import { NamedPage } from './kit/page-context.tsx'
import { findPublicPage, type Found, type PublicPart } from './kit/public-page.ts'
import { publicPages } from './public-pages.ts'
import { type Later, later } from './ui/feedback/later.tsx'

type Answer = { readonly data: unknown } | { readonly error: unknown }

interface There {
  readonly path: string
  readonly Part: Later<{ readonly answer: Answer }>
  readonly answer: Answer
}

const parts = new Map(
  publicPages.map(({ path, load }) => [
    path,
    later(async () => {
      const part = await load()
      await part.prepare?.()
      return showing(part)
    }),
  ]),
)

/** Of the router: awaited, so that the page before stays until this one is there. null: nothing is. */
export const lookElsewhere = async ({ request }: LoaderFunctionArgs): Promise<There | null> => {
  const { pathname, searchParams } = new URL(request.url)
  const found = findPublicPage(publicPages, pathname)
  if (!found) return null
  const { path } = found.page
  const Part = parts.get(path)
  if (!Part) return null
  const [answer] = await Promise.all([ask(found, searchParams), Part.fetch()])
  return { path, Part, answer }
}

export const Elsewhere = () => {
  const there = useLoaderData<There | null | 'unasked'>()
  const { revalidate } = useRevalidator()
  // This has not been here when the address was opened.
  useEffect(() => {
    if (there === 'unasked') void revalidate()
  }, [there, revalidate])
  if (there === 'unasked') return null
  return (
    <Suspense>
      {there ? <there.Part key={there.path} answer={there.answer} /> : <NotFoundPage answer={none} />}
    </Suspense>
  )
}

const ask = async ({ page, parameters }: Found, search: URLSearchParams): Promise<Answer> => {
  try {
    const asked = await page.data?.(parameters, search)
    return { data: asked && (await call(asked.op, asked.input)) }
  } catch (error) {
    return { error }
  }
}

const showing =
  ({ Page, head }: PublicPart<unknown>) =>
  ({ answer }: { readonly answer: Answer }) => {
    if ('error' in answer)
      return isStatus(answer.error, 404) ? <NotFoundPage answer={none} /> : <FailedPage error={answer.error} />
    const { title } = head(answer.data)
    return (
      <>
        <title>{`${title} · Gatehouse`}</title>
        <NamedPage title={title} />
        <Page data={answer.data} />
      </>
    )
  }

const none = { data: undefined }
const NotFoundPage = later(async () => showing(await import('./site/errors/not-found-page.tsx')))
const FailedPage = later(async () => (await import('./site/errors/failed-page.tsx')).FailedPage)
