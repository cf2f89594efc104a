// All that is known of an alarm as it stands now.
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useHolds } from '../../kit/can.tsx'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { AlarmStateWord, SeverityWord } from './alarm-columns.tsx'
import { deviceOf, placeOf } from '../../kit/alarm-words.ts'
import { valueOf } from './alarm-words.ts'
import { usePendingOf } from './acknowledgement/send-acknowledgements.ts'

export const AlarmFacts = ({ alarm }: { readonly alarm: Alarm }) => {
  const { shelved, acknowledged, cleared, returnedAt } = alarm
  const pending = usePendingOf(alarm.id)
  return (
    <section aria-label="How it stands" data-testid="alarm-facts">
      <p className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-lg">
        <SeverityWord alarm={alarm} />
        <AlarmStateWord alarm={alarm} />
        {pending?.refused === null && <StatusWord state="stale" word="Acknowledgement pending" />}
      </p>
      <Facts flush>
        <Fact label="Raised">
          <Moment at={alarm.raisedAt} />
        </Fact>
        {alarm.count > 1 && (
          <Fact label="Occurred">
            {alarm.count} times, last <Moment at={alarm.lastAt} />
          </Fact>
        )}
        <Fact label="Condition">
          {returnedAt === null ? (
            cleared === null ? (
              'Still holds'
            ) : (
              'Over'
            )
          ) : (
            <>
              Returned to normal <Moment at={returnedAt} />
            </>
          )}
        </Fact>
        {valueOf(alarm) !== null && <Fact label="Value">{valueOf(alarm)}</Fact>}
        {acknowledged && (
          <Fact label="Acknowledged">
            <By {...acknowledged} text={acknowledged.note} />
          </Fact>
        )}
        {shelved && (
          <Fact label="Shelved">
            <By {...shelved} text={shelved.reason} />
          </Fact>
        )}
        {cleared && (
          <Fact label="Cleared">
            <By {...cleared} text={cleared.reason} />
          </Fact>
        )}
        <Fact label="Assigned to">{alarm.assignee?.name ?? 'Nobody'}</Fact>
        <Fact label={alarm.device || !alarm.site ? 'Device' : alarm.zone ? 'Zone' : alarm.floor ? 'Floor' : 'Site'}>
          {alarm.device || !alarm.site ? <Device alarm={alarm} /> : <Place alarm={alarm} />}
        </Fact>
        {placeOf(alarm) !== '' && <Fact label="Location">{placeOf(alarm)}</Fact>}
        <Fact label="Rule">
          {alarm.rule.name}, version {alarm.rule.version}
        </Fact>
        <IncidentFact alarm={alarm} />
      </Facts>
    </section>
  )
}

const Moment = ({ at }: { readonly at: string }) => {
  const timeZone = useTimeZone()
  return (
    <>
      <When at={at} /> <span className="text-sm text-muted">({exactTime(at, timeZone)})</span>
    </>
  )
}

interface ByProps {
  readonly at: string
  readonly by: string | null
  readonly text: string | null
}

const By = ({ at, by, text }: ByProps) => (
  <>
    {by === null ? 'By itself' : `By ${by}`}, <When at={at} />
    {text !== null && <>: “{text}”</>}
  </>
)

// Of what is not a door there is no page on the desk: where it is set up, for those who do, else its alarms.
const Device = ({ alarm }: { readonly alarm: Alarm }): ReactNode => {
  const mayReadDoors = useHolds(['read_doors'])
  const maySetUp = useHolds(['manage_integrations'])
  const mayReadEvents = useHolds(['admin_access', 'read_dashboard'])
  const { device } = alarm
  if (!device) return deviceOf(alarm)
  const alarmsOfIt = `/alarms?deviceId=${device.id}&state=any`
  const address =
    device.kind === 'door' && mayReadDoors
      ? `/doors/${device.id}`
      : maySetUp
        ? `/settings/integrations/devices?q=${encodeURIComponent(device.key)}`
        : alarmsOfIt
  return (
    <>
      <Link to={address}>{deviceOf(alarm)}</Link>
      {address !== alarmsOfIt && (
        <>
          {' · '}
          <Link to={alarmsOfIt}>Its alarms</Link>
        </>
      )}
      {mayReadEvents && (
        <>
          {' · '}
          <Link to={`/events?device=${device.id}`}>Its events</Link>
        </>
      )}
    </>
  )
}

// Of how many people are there: who they are, and what else is wrong in the zone.
const Place = ({ alarm }: { readonly alarm: Alarm }): ReactNode => {
  const maySeeInside = useHolds(['read_entry_exit_dashboard'])
  const { zone } = alarm
  return (
    <>
      {deviceOf(alarm)}
      {maySeeInside && (
        <>
          {' · '}
          <Link to="/entry-exit/dashboard">Who is inside</Link>
        </>
      )}
      {zone && (
        <>
          {' · '}
          <Link to={`/alarms?zoneId=${zone.id}&state=any`}>Its alarms</Link>
        </>
      )}
    </>
  )
}

// The desk's timeline for those who work with doors, that of the stream of events for administrators.
const IncidentFact = ({ alarm: { correlationId } }: { readonly alarm: Alarm }) => {
  const mayReadDoors = useHolds(['read_doors'])
  const mayReadEvents = useHolds(['admin_access'])
  if (!mayReadDoors && !mayReadEvents) return null
  return (
    <Fact label="Incident">
      <Link to={`${mayReadDoors ? '/doors' : '/events'}/timeline/${correlationId}`}>Incident timeline</Link>
    </Fact>
  )
}
