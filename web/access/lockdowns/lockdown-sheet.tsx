// One lockdown: how far it is, those doors first that did not do as they were told, and what may be done about it.
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import type { Lockdown, LockdownDoor } from '@gatehouse/contract/access/lockdowns'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Link, type To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { useHolds } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { RollCallOffer } from '../../ui/feedback/roll-call-offer.tsx'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { ReasonLater } from '../../ui/sheets/reason-later.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import { EgressNote } from './egress-note.tsx'
import { doorsText, moreText, progressText, resultOf, rolesText, tellable, troubleText } from './lockdown-words.ts'
import { ReleaseLockdown } from './release-lockdown.tsx'

export const LockdownSheet = ({ id, closed }: { readonly id: string; readonly closed: To }) => {
  const query = useQuery(queryOf(lockdowns.byId, { lockdownId: id }))
  const lockdown = query.data?.lockdown
  return (
    <AnswerSheet
      op={lockdowns.byId}
      query={query}
      title={lockdown?.name ?? 'Lockdown'}
      subtitle={lockdown && <Standing lockdown={lockdown} />}
      rows={10}
      failed="The lockdown could not be loaded"
      gone={{ title: 'There is no such lockdown', says: 'It may not be one that you may see.' }}
      closed={closed}
      foot={
        lockdown && (
          <>
            <Button component={Link} to={`/doors/timeline/${lockdown.correlationId}`}>
              Timeline
            </Button>
            <RollCallOffer
              correlationId={lockdown.correlationId}
              reason={[`Lockdown ${lockdown.name}`, lockdown.reason].filter(Boolean).join(': ')}
              isOver={lockdown.released !== null}
            />
            <SendAgain lockdown={lockdown} />
            {lockdown.mayRelease && <ReleaseLockdown lockdown={lockdown} />}
          </>
        )
      }
    >
      {(answer) => (
        <div className="grid grid-cols-1 gap-4">
          <Progress lockdown={answer.lockdown} />
          <EgressNote />
          <About lockdown={answer.lockdown} />
          <Doors doors={answer.doors} hidden={answer.lockdown.hidden} isOver={answer.lockdown.released !== null} />
        </div>
      )}
    </AnswerSheet>
  )
}

const Standing = ({ lockdown: { released, startedAt } }: { readonly lockdown: Lockdown }) =>
  released ? (
    <span>
      Released <When at={released.at} />
    </span>
  ) : (
    <span>
      <StatusWord state="critical" word="Under way" icon="locked" /> since <When at={startedAt} />
    </span>
  )

const Progress = ({ lockdown }: { readonly lockdown: Lockdown }) => {
  const { counts } = lockdown
  const trouble = troubleText(counts)
  const most = Math.max(counts.doors, 1)
  return (
    <output className="grid grid-cols-1 gap-2 rounded border border-line bg-sunken p-4 [&>[data-state]]:whitespace-normal">
      <strong className="text-lg tabular-nums">{progressText(lockdown)}</strong>
      <span
        className="flex h-[8px] overflow-hidden rounded-[4px] bg-line [&>span]:flex-[0_0_calc(var(--share)_*_100%)] [&>span]:bg-normal [&>span[data-of=trouble]]:bg-high"
        aria-hidden="true"
      >
        <span style={{ '--share': counts.confirmed / most }} />
        <span data-of="trouble" style={{ '--share': tellable(counts) / most }} />
      </span>
      {trouble ? (
        <StatusWord state="high" word={`Not confirmed: ${trouble}`} />
      ) : (
        counts.pending > 0 && <span className="text-sm text-muted">{doorsText(counts.pending)} still to answer</span>
      )}
    </output>
  )
}

const About = ({ lockdown }: { readonly lockdown: Lockdown }) => (
  <Facts>
    <Fact label="Reason">
      <Reason
        reason={lockdown.reason}
        mayExplain={lockdown.mayExplain}
        reasons={lockdowns.reasons}
        save={(reason) => call(lockdowns.setReason, { lockdownId: lockdown.id, reason })}
      />
    </Fact>
    <Fact label="Started by">
      {lockdown.startedBy.name}, <When at={lockdown.startedAt} />
    </Fact>
    {lockdown.released && (
      <Fact label="Released by">
        {lockdown.released.by.name}, <When at={lockdown.released.at} />
      </Fact>
    )}
    {lockdown.released && (
      <Fact label="Release reason">
        <Reason
          reason={lockdown.released.reason}
          mayExplain={lockdown.mayExplainRelease}
          reasons={lockdowns.releaseReasons}
          noun="release reason"
          save={(reason) => call(lockdowns.setReleaseReason, { lockdownId: lockdown.id, reason })}
        />
      </Fact>
    )}
    <Fact label="Exempt roles">{rolesText(lockdown.passRoles) || 'Nobody'}</Fact>
  </Facts>
)

interface ReasonProps extends ComponentProps<typeof ReasonLater> {
  readonly mayExplain: boolean
}

const Reason = ({ mayExplain, ...reasonLater }: ReasonProps) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
    {reasonLater.reason || (!mayExplain && 'Not given yet')}
    {mayExplain && <ReasonLater {...reasonLater} />}
  </span>
)

// What is out of sight is not drawn.
const row =
  'grid min-h-touch grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-b-line py-2 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto] below-sm:grid-cols-1'

interface DoorsProps extends Pick<Lockdown, 'hidden'> {
  readonly doors: readonly LockdownDoor[]
  readonly isOver: boolean
}

const Doors = ({ doors, hidden, isOver }: DoorsProps) => (
  <section>
    <h3>
      Doors <span className="text-sm text-muted">{doors.length + hidden.doors}</span>
    </h3>
    <ul>
      {doors.map((door) => (
        <li key={door.doorId} className={row}>
          <span>
            <Link to={`/doors/${door.doorId}`}>{door.name}</Link>{' '}
            <span className="text-sm text-muted">{door.place}</span>
          </span>
          <StatusWord {...resultOf(door.result, isOver)} />
          <More door={door} isOver={isOver} />
        </li>
      ))}
      {hidden.doors > 0 && <Hidden {...hidden} isOver={isOver} />}
    </ul>
  </section>
)

/** Whether they did as they were told is known of all; which they are, of those that are seen. */
const Hidden = ({ doors, unconfirmed, isOver }: Lockdown['hidden'] & { readonly isOver: boolean }) => (
  <li className={row}>
    <span className="text-sm text-muted">{moreText(doors)}</span>
    {unconfirmed > 0 ? (
      <StatusWord state="high" word={`${unconfirmed} not ${isOver ? 'released' : 'locked down'}`} />
    ) : (
      <StatusWord {...resultOf('confirmed', isOver)} />
    )}
  </li>
)

const More = ({ door, isOver }: { readonly door: LockdownDoor; readonly isOver: boolean }) => {
  const opens = !isOver && door.result === 'confirmed' && (door.mode === 'Unlocked' || door.mode === 'LockedOpen')
  const words = [
    door.result !== 'confirmed' && door.detail,
    opens && 'It reports that it is unlocked',
    isOver && door.alsoUnder && `Stays locked: ${door.alsoUnder}`,
  ].filter(Boolean)
  return words.length === 0 ? null : <span className="col-span-full text-sm text-muted">{words.join('. ')}</span>
}

const SendAgain = ({ lockdown }: { readonly lockdown: Lockdown }) => {
  const may = useHolds([lockdown.released ? 'release_lockdown' : 'trigger_lockdown'])
  const left = tellable(lockdown.counts)
  if (!may || left === 0) return null
  return (
    <CallButton
      variant="outlined"
      failed="The command could not be sent again."
      run={async () => {
        const { told: commanded } = await call(lockdowns.retry, { lockdownId: lockdown.id })
        toast('info', `Command sent again to ${doorsText(commanded)}.`)
      }}
    >
      Send again to {doorsText(left)}
    </CallButton>
  )
}
