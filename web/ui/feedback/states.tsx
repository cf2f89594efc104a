// The designed states of a view besides its content: loading, empty, failed, and not permitted.
import type { Operation } from '@gatehouse/contract/operation'
import { type Permission, permissions } from '@gatehouse/contract/permissions'
import type { ReactNode } from 'react'
import { messageOf } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import { Icon, type IconName } from '../primitives/icon.tsx'
import { PlainButton } from '../primitives/plain-button.tsx'

/** What a view knows of the answer that it draws. */
export interface Answered<T> {
  readonly data: T | undefined
  readonly isError: boolean
  readonly error: unknown
  readonly refetch: () => unknown
}

interface ViewProps<T> {
  readonly op: Operation
  readonly query: Answered<T>
  /** The skeleton of the real layout; absent: rows, as many as `rows` says. */
  readonly skeleton?: ReactNode
  readonly rows?: number
  /** What failed, in words: `The doors could not be loaded`. */
  readonly failed: string
  readonly children: (data: T) => ReactNode
}

/** One of the four states of a view over an operation's answer. */
export const View = <T,>({ op, query, rows = 6, skeleton, failed, children }: ViewProps<T>) => {
  const missing = useMissing(op)
  if (missing.length > 0) return <NoPermission missing={missing} />
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failed what={failed} error={query.error} onRetry={() => query.refetch()} />
  return (
    <div aria-busy="true">
      <output className="visually-hidden">Loading</output>
      {skeleton ?? <SkeletonRows rows={rows} />}
    </div>
  )
}

interface FailedProps {
  readonly what: string
  readonly error: unknown
  readonly onRetry: () => void
}

export const Failed = ({ what, error, onRetry }: FailedProps) => (
  <Notice icon="critical" title={what} role="alert">
    <p>{messageOf(error, 'The server did not say why.')}</p>
    <PlainButton onClick={onRetry}>Retry</PlainButton>
  </Notice>
)

export const Empty = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Notice icon="information" title={title}>
    {children}
  </Notice>
)

export const NoPermission = ({ missing }: { readonly missing: readonly Permission[] }) => (
  <Notice icon="locked" title="You may not see this">
    <p>
      Missing: {missing.map((permission) => permissions[permission].description).join('; ')} (
      <code>{missing.join(', ')}</code>
      ). Ask an administrator of your company for it.
    </p>
  </Notice>
)

interface NoticeProps {
  readonly icon: IconName
  readonly title: string
  readonly role?: 'alert'
  readonly children: ReactNode
}

const Notice = ({ icon, title, role, children }: NoticeProps) => (
  <div
    className="mx-auto grid max-w-[56ch] justify-items-center gap-2 px-5 py-8 text-center wrap-anywhere text-muted [&_p]:text-balance [&>:is(a,button)]:mt-2"
    role={role}
  >
    <Icon name={icon} size="large" className="text-unknown" />
    <p className="text-lg font-semibold text-text">{title}</p>
    {children}
  </div>
)

interface SkeletonRowsProps {
  readonly rows: number
  readonly className?: string | undefined
}

/** Rows that stand where content will be. */
export const SkeletonRows = ({ rows, className = 'grid gap-2 px-4 pb-4' }: SkeletonRowsProps) => (
  <div className={className} aria-hidden="true">
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="min-h-row [animation:breathe_1.6s_ease-in-out_infinite_alternate] rounded bg-line" />
    ))}
  </div>
)
