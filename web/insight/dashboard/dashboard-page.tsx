// The dashboard of administrators and the desk of all others: what needs somebody, who is inside, and what every device
// reports right now, as far as one may see it.
import * as devicesContract from '@gatehouse/contract/building/devices'
import type { Device, DeviceKind } from '@gatehouse/contract/building/devices'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import * as system from '@gatehouse/contract/system/system'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useDevices } from '../../building/devices/use-devices.ts'
import { DoorTiles } from '../../access/doors/doors-card.tsx'
import { InsideCard } from '../../access/entry-exit/inside-card.tsx'
import { GasChannels } from '../../safety/gas/gas-channels.tsx'
import { gasSheet } from '../../safety/gas/gas-address.ts'
import { Can, useHolds } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { useHas, useSession } from '../../kit/session/session-state.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { SkeletonRows, View } from '../../ui/feedback/states.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { AttentionCard } from './attention-card.tsx'
import { AttentionToCome } from './attention-to-come.tsx'

const refreshMs = 60_000

const AttentionBesideAlarms = later(async () => (await import('./attention-beside-alarms.tsx')).AttentionBesideAlarms)
const ShiftLogCard = later(
  async () => (await import('../../safety/shift-log/shift-log-card.tsx')).ShiftLogCard,
  'silent',
)
const FeedCard = later(async () => (await import('../../access/entry-exit/feed-card.tsx')).FeedCard, 'silent')
const Counters = later(async () => (await import('../../safety/people-count/counters.tsx')).Counters)
const DeviceHealth = later(async () => (await import('../../building/devices/health.tsx')).DeviceHealth)
const SetUpCard = later(async () => (await import('../../system/setup/setup-card.tsx')).SetUpCard, 'silent')
const ListLinks = later(async () => (await import('./list-links.tsx')).ListLinks, 'silent')
const GasSheet = later(async () => (await import('../../safety/gas/gas-sheet.tsx')).GasSheet, 'over')
const HealthCard = later(async () => (await import('../../record/logs/health-card.tsx')).HealthCard)

export const DashboardPage = () => <Overview title="Dashboard" />
export const DeskPage = () => <Overview title="Desk" isDesk />

interface OverviewProps {
  readonly title: string
  /** Who works here hands over to whoever comes next. */
  readonly isDesk?: boolean
}

const Overview = ({ title, isDesk = false }: OverviewProps) => {
  const query = useDevices()
  const { user } = useSession()
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  // Who sees no gas has no column for it.
  const mayGas = useHolds([devicesContract.readPermission.gas])
  const channel = useSheetAddress(gasSheet).id
  // Neither the channel nor the range of its history is of the page without it.
  const { pathname: closed } = useLocation()
  const devices = query.data?.devices
  const sites = [...new Set(devices?.map(({ site }) => site) ?? [])].join(', ')
  return (
    <>
      <PageHeader title={title} lead={sites || user?.company?.name} />
      {/* On one column the order of what a guard on the move needs; on a phone lists are pages of their own. On three all that moves is seen at once; the spanned column's length is the last row's matter. */}
      <div className="grid grid-cols-1 items-start gap-4 from-lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1.6fr)_minmax(20rem,0.9fr)] from-lg:grid-rows-[auto_auto_1fr]">
        <div className="order-1 grid grid-cols-1 gap-4 from-lg:col-span-full">
          {/* With the first device the building comes first; the checklist goes on as a page of its own. */}
          {devices?.length === 0 && <SetUpCard />}
          <Attention query={query} atFirst={phone ? 3 : 9} />
        </div>
        {phone ? (
          <div className="order-2">
            <ListLinks devices={devices} />
          </div>
        ) : (
          <Kind
            kind="door"
            title="Doors"
            query={query}
            className={mayGas ? 'order-3' : 'order-3 from-lg:[grid-column:1/3]'}
            skeleton="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-2 px-4 pb-4 [&>*]:min-h-[34px]"
            noteOf={({ length }) => length}
          >
            {(doors) => <DoorTiles doors={doors} />}
          </Kind>
        )}
        <Kind
          kind="gas"
          title="Gas"
          query={query}
          className="order-4"
          skeleton="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-2 px-4 pb-4 [&>*]:min-h-[84px]"
          noteOf={channelsOf}
        >
          {(detectors) => <GasChannels devices={detectors} />}
        </Kind>
        <div className="contents from-lg:grid from-lg:grid-cols-1 from-lg:gap-4 from-lg:[grid-area:2/3/span_2]">
          {isDesk && <ShiftLogCard className="order-3" />}
          <Can op={entryExit.inside}>
            <InsideCard className="order-2 below-sm:[&_ul]:hidden" />
          </Can>
          {!phone && (
            <Can op={entryExit.logs}>
              <FeedCard className="order-5" />
            </Can>
          )}
          <Can op={peopleCount.now}>
            <CountersCard query={query} className="order-6" />
          </Can>
          {!phone && (
            <Can op={system.systemHealth}>
              <div className="order-8">
                <Suspense>
                  <HealthCard />
                </Suspense>
              </div>
            </Can>
          )}
        </div>
        <HealthOfDevices query={query} folded={phone} />
      </div>
      {channel !== null && <GasSheet id={channel} closed={closed} />}
    </>
  )
}

type DevicesQuery = UseQueryResult<{ devices: Device[] }>

interface AttentionProps {
  readonly query: DevicesQuery
  readonly atFirst: number
}

const Attention = ({ query, atFirst }: AttentionProps) => {
  const mayAlarms = useHas('acknowledge_alarms')
  const devices = query.data?.devices
  if (!devices) {
    return (
      <Card title="Needs attention">
        <View op={devicesContract.list} query={query} rows={1} failed="What needs attention could not be loaded">
          {() => null}
        </View>
      </Card>
    )
  }
  return mayAlarms && devices.length > 0 ? (
    <Suspense fallback={<AttentionToCome />}>
      <AttentionBesideAlarms devices={devices} atFirst={atFirst} />
    </Suspense>
  ) : (
    <AttentionCard devices={devices} atFirst={atFirst} />
  )
}

interface HealthOfDevicesProps {
  readonly query: DevicesQuery
  /** Shown once it is wanted: it is the longest. */
  readonly folded: boolean
}

const HealthOfDevices = ({ query, folded }: HealthOfDevicesProps) => {
  const [wanted, setWanted] = useState(false)
  return (
    <Card title="Device health" note={query.data?.devices.length} className="order-7 from-lg:[grid-column:1/3]">
      <View op={devicesContract.list} query={query} rows={folded ? 1 : 8} failed="The devices could not be loaded">
        {({ devices }) =>
          folded && !wanted ? (
            <p className="px-4 pb-4">
              <PlainButton onClick={() => setWanted(true)}>Show every device</PlainButton>
            </p>
          ) : (
            <Suspense fallback={<SkeletonRows rows={8} />}>
              <DeviceHealth devices={devices} />
            </Suspense>
          )
        }
      </View>
    </Card>
  )
}

interface KindProps {
  readonly kind: DeviceKind
  readonly title: string
  readonly query: DevicesQuery
  readonly className: string
  readonly skeleton: string
  /** What stands beside the title, where there are some. */
  readonly noteOf: (devices: readonly Device[]) => ReactNode
  readonly children: (devices: readonly Device[]) => ReactNode
}

const Kind = ({ kind, title, query, className, skeleton, noteOf, children }: KindProps) => {
  const devices = useOfKind(query.data?.devices, kind)
  if (!useHolds([devicesContract.readPermission[kind]])) return null
  return (
    <Card title={title} note={devices.length > 0 ? noteOf(devices) : undefined} className={className}>
      <View
        op={devicesContract.list}
        query={query}
        skeleton={<SkeletonRows rows={8} className={skeleton} />}
        failed={`${title} could not be loaded`}
      >
        {() => children(devices)}
      </View>
    </Card>
  )
}

const CountersCard = ({
  query,
  className,
}: {
  readonly query: DevicesQuery
  readonly className: string | undefined
}) => {
  // The interval is for midnight, when today begins again without any event.
  const counts = useQuery({ ...queryOf(peopleCount.now, {}), refetchInterval: refreshMs })
  const devices = useOfKind(query.data?.devices, 'counter')
  return (
    <Card title="People counters" note="today" className={className}>
      <View op={peopleCount.now} query={counts} rows={4} failed="The counts could not be loaded">
        {({ counters }) => (
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <Counters counters={counters} devices={devices} />
          </Suspense>
        )}
      </View>
    </Card>
  )
}

const channelsOf = (detectors: readonly Device[]): string => {
  const channels = detectors.reduce((sum, { latest }) => sum + latest.length, 0)
  return channels === 1 ? '1 channel' : `${channels} channels`
}

const none: readonly Device[] = []

// The same list as before while none of its devices changed, so that cards of other kinds do not redraw.
const useOfKind = (devices: readonly Device[] | undefined, kind: DeviceKind): readonly Device[] => {
  const [stored, keep] = useState(none)
  const found = devices?.filter((device) => device.kind === kind) ?? none
  if (found.length === stored.length && found.every((device, index) => device === stored[index])) return stored
  keep(found)
  return found
}
