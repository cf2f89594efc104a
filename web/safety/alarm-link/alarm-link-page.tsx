// Where the link in an alarm's e-mail leads: the alarm, and one button that acknowledges it. Nothing happens before that
// button is pressed.
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useSession } from '../../kit/session/session-state.ts'
import { PublicFrame } from '../../site/frame/public-frame.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { PlainButton, PlainButtonLink } from '../../ui/primitives/plain-button.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { LinkedAlarmFacts } from './linked-alarm-facts.tsx'
import { type AlarmLink, type AlarmLinkState, type LinkedAlarm, useAlarmLink } from './use-alarm-link.ts'

export const AlarmLinkPage = () => {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  return (
    <PublicFrame title="Alarm">
      <div className="mx-auto mt-6 mb-12 grid w-[min(36rem,100%_-_2_*_var(--space-5))] content-start gap-4">
        <h1>Alarm</h1>
        <ByLink key={token} token={token} />
      </div>
    </PublicFrame>
  )
}

const ByLink = ({ token }: { readonly token: string }) => {
  const { link, retry, acknowledge } = useAlarmLink(token)
  return (
    <>
      {/* Its place is there before, so that readers hear what comes into it. */}
      <output className="visually-hidden">{announcementOf(link)}</output>
      {link.is === 'loading' && <SkeletonRows rows={4} className="grid gap-3" />}
      {link.is === 'invalid' && (
        <Outcome title="This link does not work" state="stale">
          <p>It is not complete, has expired or was never valid. Sign in to see and acknowledge the alarm.</p>
        </Outcome>
      )}
      {link.is === 'failed' && <NotLoaded failure={link.failure} onRetry={retry} />}
      {link.is === 'shown' && <Shown alarm={link.alarm} acknowledge={acknowledge} />}
      {link.is === 'acknowledged' && (
        <>
          <LinkedAlarmFacts alarm={link.alarm} />
          <Outcome title={`Acknowledged by ${link.by}`} state="normal">
            <p>Nobody else is notified of it any more. Sign in to see what to do next.</p>
          </Outcome>
        </>
      )}
    </>
  )
}

const Shown = ({ alarm, acknowledge }: { readonly alarm: LinkedAlarm } & Pick<AlarmLinkState, 'acknowledge'>) => (
  <>
    <LinkedAlarmFacts alarm={alarm} />
    {alarm.acknowledgedBy !== null ? (
      <Outcome title={alreadyBy(alarm.acknowledgedBy)} state="normal">
        <p>There is nothing left to do here. Sign in to see the alarm.</p>
      </Outcome>
    ) : alarm.isOpen ? (
      <Acknowledge run={() => acknowledge(alarm)} />
    ) : (
      <Outcome title="This link has been used or has expired" state="stale">
        <p>Nobody has acknowledged the alarm. Sign in to see and acknowledge it.</p>
      </Outcome>
    )}
  </>
)

const Acknowledge = ({ run }: { readonly run: () => Promise<void> }) => {
  const { busy, failure, attempt } = useAttempt('The alarm could not be acknowledged. Please try again.')
  return (
    <div className="grid gap-2">
      <Failure text={failure} />
      <button
        type="button"
        className="min-h-12 cursor-pointer rounded border-0 bg-public-primary px-5 py-0 text-xl font-bold text-on-public aria-disabled:cursor-progress"
        aria-disabled={busy}
        onClick={() => void attempt(run)}
      >
        {busy ? 'Acknowledging…' : 'Acknowledge'}
      </button>
    </div>
  )
}

interface OutcomeProps {
  readonly title: string
  readonly state: 'normal' | 'stale'
  readonly children: ReactNode
}

const Outcome = ({ title, state, children }: OutcomeProps) => (
  <div className="grid gap-3 [&_p]:max-w-[60ch]">
    <p className="text-lg [&_span]:whitespace-normal">
      <StatusWord state={state} word={title} />
    </p>
    <div className="text-muted">{children}</div>
    <p>
      <WayOn />
    </p>
  </div>
)

const WayOn = () =>
  useSession().status === 'out' ? (
    <PlainButtonLink to="/signin" state={{ from: '/alarms' }}>
      Sign in
    </PlainButtonLink>
  ) : (
    <PlainButtonLink to="/alarms">Open alarms</PlainButtonLink>
  )

const NotLoaded = ({ failure, onRetry }: { readonly failure: string; readonly onRetry: () => void }) => (
  <div className="grid justify-items-start gap-3">
    <Failure text={`The alarm could not be loaded. ${failure}`} />
    <PlainButton onClick={onRetry}>Retry</PlainButton>
  </div>
)

const alreadyBy = (name: string) => `Already acknowledged by ${name}`

const announcementOf = (link: AlarmLink): string => {
  if (link.is === 'loading') return 'Loading the alarm'
  if (link.is === 'acknowledged') return `Acknowledged by ${link.by}`
  const by = link.is === 'shown' ? link.alarm.acknowledgedBy : null
  return by === null ? '' : alreadyBy(by)
}
