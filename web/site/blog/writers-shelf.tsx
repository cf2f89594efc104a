// What the company is writing: drafts and what is scheduled, and below them what is published.
import { list, open, type Row } from '@gatehouse/contract/site/blog'
import { useEffect, useId, useState } from 'react'
import { call, messageOf } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import { Link } from '../../kit/place.tsx'
import { useTimeZone } from '../../kit/time.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { statusOf } from './article-words.ts'
import { whenText } from './row-words.ts'

type Loaded = { readonly rows: readonly Row[] } | { readonly failure: string } | null

export const WritersShelf = () => {
  const [asked, setAsked] = useState(1)
  return <Shelf key={asked} onRetry={() => setAsked(asked + 1)} />
}

const Shelf = ({ onRetry }: { readonly onRetry: () => void }) => {
  const heading = useId()
  const [loaded, setLoaded] = useState<Loaded>(null)
  useEffect(() => {
    const asking = new AbortController()
    const load = async () => {
      try {
        setLoaded({ rows: (await call(list, {}, { signal: asking.signal })).articles })
      } catch (error) {
        if (!asking.signal.aborted) setLoaded({ failure: messageOf(error, 'The server did not say why.') })
      }
    }
    void load()
    return () => asking.abort()
  }, [])
  const rows = loaded && 'rows' in loaded ? loaded.rows : []
  const isOut = ({ status, publishes }: Row) => status === 'published' && publishes
  const waiting = rows.filter((row) => !isOut(row))
  const published = rows.filter(isOut)
  return (
    <section
      className="grid gap-3 [border-radius:calc(var(--radius)_*_1.5)] border border-line bg-surface p-5"
      aria-labelledby={heading}
      aria-busy={loaded === null}
    >
      <h2 id={heading}>Your company’s articles</h2>
      {loaded === null && <p className="text-muted">Loading…</p>}
      {loaded && 'failure' in loaded && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p>Your articles could not be loaded. {loaded.failure}</p>
          <button
            type="button"
            className="min-h-touch cursor-pointer rounded border border-strong-line bg-transparent px-4 text-text"
            onClick={onRetry}
          >
            Retry
          </button>
        </div>
      )}
      {loaded && 'rows' in loaded && waiting.length === 0 && (
        <p className="text-muted">
          No drafts are ready to be published. What you begin is seen by your company’s writers only.
        </p>
      )}
      <Rows rows={waiting} />
      {published.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-3">Published ({published.length})</summary>
          <Rows rows={published} />
        </details>
      )}
    </section>
  )
}

const title = 'min-w-0 font-[550] wrap-anywhere'

const Rows = ({ rows }: { readonly rows: readonly Row[] }) => {
  const mayEdit = useMissing(open).length === 0
  const timeZone = useTimeZone()
  if (rows.length === 0) return null
  return (
    <ul className="grid gap-2">
      {rows.map((row) => (
        <li key={row.id} className="flex min-h-touch flex-wrap items-center gap-x-3 gap-y-1">
          <StatusWord {...statusOf(row)} pill />
          {mayEdit ? (
            <Link to={`/blog/edit/${row.id}`} className={`${title} text-public-text`}>
              {row.title}
            </Link>
          ) : (
            <span className={title}>{row.title}</span>
          )}
          <span className="text-muted">{whenText(row, timeZone)}</span>
        </li>
      ))}
    </ul>
  )
}
