// How the system is: the worst of it first, each check in words; asked every minute, and at once when somebody wants.
import type { HealthCheck } from '@gatehouse/contract/system/system'
import { Link } from 'react-router'
import { adminContext, type SystemHealth, useAdminContext } from '../../kit/session/admin-context.ts'
import { useClock } from '../../kit/clock.ts'
import { counted } from '../../kit/counted.ts'
import { useLive } from '../../kit/live/use-live.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { checkWords, notReceived, restWords, shownHealth, statusWords } from './health-words.ts'

const rank = { failing: 0, degraded: 1, normal: 2 } as const

interface HealthCardProps {
  /** With what each check says; otherwise of those alone that are not well. */
  readonly whole?: boolean
  readonly className?: string | undefined
}

export const HealthCard = ({ whole = false, className }: HealthCardProps) => {
  const health = useAdminContext(({ systemHealth }) => systemHealth)
  const { at, checks, installation } = health
  const ordered = checks.toSorted((a, b) => rank[a.status] - rank[b.status])
  const shown = whole ? ordered : ordered.filter(({ status }) => status !== 'normal')
  return (
    <Card
      title="System health"
      className={className}
      action={
        whole ? (
          <PlainButton bare onClick={() => adminContext().actions.refresh('system health')}>
            Refresh
          </PlainButton>
        ) : (
          <Link to="/logs/system">Details</Link>
        )
      }
    >
      <div
        className="grid gap-3 px-4 pb-4"
        data-testid="system-health"
        data-status={at === null ? undefined : health.status}
      >
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 [&>span:last-child:not(:first-child)]:text-sm [&>span:last-child:not(:first-child)]:text-muted">
          <Status health={health} />
          {at !== null && (
            <span>
              Measured <When at={at} />
            </span>
          )}
        </p>
        {at === null ? (
          <SkeletonRows rows={5} />
        ) : (
          <>
            <dl
              className="data-whole:grid data-whole:grid-cols-[repeat(auto-fill,minmax(min(24rem,100%),1fr))] data-whole:gap-x-5"
              data-whole={whole || undefined}
            >
              {shown.map((check) => (
                <Check key={check.name} check={check} />
              ))}
            </dl>
            {!whole && <Rest checks={checks} named={shown.length} />}
          </>
        )}
        <Unread />
        {whole && installation && (
          <p className="text-sm text-muted">
            Gatehouse {installation.version} on Node.js {installation.node}, started{' '}
            <When at={installation.startedAt} />
          </p>
        )}
      </div>
    </Card>
  )
}

const useIsConnected = (): boolean => {
  const { phase } = useLive()
  return phase !== 'lost' && phase !== 'failed'
}

const Status = ({ health }: { readonly health: SystemHealth }) => {
  const isConnected = useIsConnected()
  const word = useClock((now) => shownHealth(health, now, isConnected).word)
  const state = useClock((now) => shownHealth(health, now, isConnected).state)
  return <StatusWord state={state} word={word} pill />
}

const Rest = ({ checks, named }: { readonly checks: readonly HealthCheck[]; readonly named: number }) => (
  <p className="text-sm text-muted">
    {useIsConnected() ? restWords(checks, named) : 'Asked again once the server is heard'}
  </p>
)

const Check = ({ check }: { readonly check: HealthCheck }) => {
  const { state, word } = useIsConnected() ? statusWords[check.status] : notReceived
  return (
    <div
      className="grid grid-cols-[9rem_minmax(0,1fr)] items-baseline gap-x-3 border-t border-t-line py-2 below-sm:grid-cols-1"
      data-status={check.status}
    >
      <dt className="text-muted">{checkWords[check.name]}</dt>
      <dd className="grid justify-items-start wrap-anywhere">
        <StatusWord state={state} word={word} />
        <span className="text-sm text-muted">
          {check.says}
          {check.status !== 'normal' && (
            <>
              , since <When at={check.since} />
            </>
          )}
        </span>
      </dd>
    </div>
  )
}

/** The administrator's own, as they are asked for with the health: what happened may say why it is as it is. */
const Unread = () => {
  const unread = useAdminContext(({ notifications }) => notifications.length)
  if (unread === 0) return null
  return (
    <p className="text-sm">
      <Link to="/notifications?show=unread">{counted(unread, 'unread notification')}</Link>
    </p>
  )
}
