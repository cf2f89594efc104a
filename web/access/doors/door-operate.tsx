// One door as it is now: what it last reported and how old that is, its alarm, and what may be done to it.
import type { Door } from '@gatehouse/contract/access/doors'
import { isUnderWay } from '@gatehouse/contract/access/commands'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { OutOfServiceText, OutOfServiceWord } from '../../ui/primitives/out-of-service.tsx'
import { When } from '../../ui/time/when.tsx'
import { DoorActions } from './door-actions.tsx'
import { DoorAlarm } from './door-alarm.tsx'
import { Lasting } from './lasting.tsx'
import { UnderLockdown } from './under-lockdown.tsx'
import { durationWords, isBatteryLow, outcomeOf, viewOf } from './door-view.ts'

interface DoorOperateProps {
  readonly door: Door
  /** The question before an unlock is there. */
  readonly asks: boolean
  readonly onAsk: (asks: boolean) => void
}

export const DoorOperate = ({ door, asks, onAsk }: DoorOperateProps) => (
  <>
    <Reported door={door} />
    <DoorAlarm door={door} />
    <UnderLockdown door={door} />
    <Standing door={door} />
    <DoorActions door={door} asks={asks} onAsk={onAsk} />
    <About door={door} />
  </>
)

const Reported = ({ door }: { readonly door: Door }) => {
  const { state, word, icon, remarks, contact, at } = viewOf(door)
  const since = door.state?.contactSince
  return (
    <div className="grid gap-1 rounded border border-line bg-sunken p-4" data-testid="reported">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-xl">
        <StatusWord state={state} word={word} icon={icon} live />
        <span className="text-md text-muted">
          {at === null ? (
            'It has never reported anything'
          ) : (
            <>
              reported <Lasting since={at} /> ago
            </>
          )}
        </span>
      </p>
      {remarks.length > 0 && <p>{remarks.join(' · ')}</p>}
      {door.state && contact === 'Unknown' && (
        <p className="text-muted">It reports no contact: whether it stands open is not known.</p>
      )}
      {door.state && contact !== 'Unknown' && (
        <p className="flex items-center gap-1">
          <Icon name={contact === 'Open' ? 'open' : 'closed'} /> Contact {contact.toLowerCase()}
          {since && (
            <>
              {' '}
              for <Lasting since={since} />
            </>
          )}
        </p>
      )}
      {door.command && isUnderWay(door.command) && (
        <p>
          <StatusWord state="information" icon="stale" word={outcomeOf(door.command).word} /> asked for by{' '}
          {door.command.by}
        </p>
      )}
    </div>
  )
}

const Standing = ({ door: { hold, outOfService } }: { readonly door: Door }) => (
  <>
    {hold && (
      <p className="mt-3 rounded border-s-4 border-s-information bg-sunken px-4 py-3">
        Held open by {hold.by}, <When at={hold.since} />
        {hold.reason !== null && <>: “{hold.reason}”</>}
      </p>
    )}
    {outOfService && (
      <p className="mt-3 rounded border-s-4 border-s-information bg-sunken px-4 py-3">
        <OutOfServiceWord /> <OutOfServiceText of={outOfService} />. Nobody is notified of its alarms meanwhile.
      </p>
    )}
  </>
)

const About = ({ door }: { readonly door: Door }) => (
  <div className="mt-4 [&>dl]:p-0">
    <Facts>
      <Fact label="Zones">
        {(door.fromZone ?? door.toZone)
          ? `From ${door.fromZone ?? 'outside'} to ${door.toZone ?? 'outside'}`
          : 'Not set'}
      </Fact>
      <Fact label="Connection">
        {door.online === null ? (
          <StatusWord state="unknown" word="Never connected" />
        ) : (
          <StatusWord state={door.online ? 'normal' : 'offline'} word={door.online ? 'Online' : 'Offline'} live />
        )}
        {door.lastSeenAt && (
          <span className="text-muted">
            {' '}
            last seen <Lasting since={door.lastSeenAt} /> ago
          </span>
        )}
      </Fact>
      {door.battery !== null && (
        <Fact label="Battery">
          {isBatteryLow(door) ? (
            <StatusWord state="warning" word={`${Math.round(door.battery)} %, low`} />
          ) : (
            `${Math.round(door.battery)} %`
          )}
        </Fact>
      )}
      <Fact label="Held-open time limit">{durationWords(door.settings.openTooLongSeconds)}</Fact>
      <Fact label="Alarm detection">{door.settings.watchedBy === 'server' ? 'Gatehouse' : 'Controller'}</Fact>
      <Fact label="Key">
        <code>{door.key}</code>
      </Fact>
    </Facts>
  </div>
)
