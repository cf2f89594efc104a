// The dashboard: what needs somebody, who is inside, and what every device reports right now.
import * as devicesContract from '@gatehouse/contract/building/devices'
import type { Device, DeviceKind } from '@gatehouse/contract/building/devices'
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useDevices } from '../../building/devices/use-devices.ts'
import { DoorTiles } from '../../access/doors/doors-card.tsx'
import { FeedCard } from '../../access/entry-exit/feed-card.tsx'
import { InsideCard } from '../../access/entry-exit/inside-card.tsx'
import { GasChannels } from '../../safety/gas/gas-channels.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { Counters } from '../../safety/people-count/counters.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { SkeletonRows, View } from '../../ui/feedback/states.tsx'
import { AttentionCard } from './attention-card.tsx'
import styles from './dashboard-page.module.css'

const refreshMs = 60_000

const DeviceHealth = later(async () => (await import('../../building/devices/health.tsx')).DeviceHealth)
const HealthCard = later(async () => (await import('../../record/logs/health-card.tsx')).HealthCard)

export const DashboardPage = () => {
  const query = useDevices()
  const { user } = useSession()
  const sites = [...new Set(query.data?.devices.map(({ site }) => site) ?? [])].join(', ')
  return (
    <>
      <PageHeader title="Dashboard" lead={sites || user?.company?.name} />
      <div className={styles.grid}>
        <div className="order-1 from-lg:col-span-full">
          <Attention query={query} />
        </div>
        <Kind kind="door" title="Doors" query={query} className={styles.doors} skeleton={styles.doorBones}>
          {(doors) => <DoorTiles doors={doors} />}
        </Kind>
        <Kind kind="gas" title="Gas" query={query} className={styles.gas} skeleton={styles.gasBones}>
          {(devices) => <GasChannels devices={devices} />}
        </Kind>
        <div className={styles.right}>
          <InsideCard className={styles.inside} />
          <FeedCard className={styles.feed} />
          <CountersCard query={query} className={styles.counters} />
          <div className="order-8">
            <Suspense>
              <HealthCard />
            </Suspense>
          </div>
        </div>
        <Card title="Device health" note={query.data?.devices.length} className={styles.health}>
          <View
            op={devicesContract.list}
            query={query}
            skeleton={<SkeletonRows rows={8} />}
            failed="The devices could not be loaded"
          >
            {({ devices }) => (
              <Suspense fallback={<SkeletonRows rows={8} />}>
                <DeviceHealth devices={devices} />
              </Suspense>
            )}
          </View>
        </Card>
      </div>
    </>
  )
}

type DevicesQuery = UseQueryResult<{ devices: Device[] }>

const Attention = ({ query }: { readonly query: DevicesQuery }) =>
  query.data ? (
    <AttentionCard devices={query.data.devices} />
  ) : (
    <Card title="Needs attention">
      <View
        op={devicesContract.list}
        query={query}
        skeleton={<SkeletonRows rows={1} />}
        failed="What needs attention could not be loaded"
      >
        {() => null}
      </View>
    </Card>
  )

interface KindProps {
  readonly kind: DeviceKind
  readonly title: string
  readonly query: DevicesQuery
  readonly className: string | undefined
  readonly skeleton: string | undefined
  readonly children: (devices: readonly Device[]) => ReactNode
}

const Kind = ({ kind, title, query, className, skeleton, children }: KindProps) => {
  const devices = useOfKind(query.data?.devices, kind)
  return (
    <Card title={title} note={devices.length > 0 ? devices.length : undefined} className={className}>
      <View
        op={devicesContract.list}
        needs={[devicesContract.readPermission[kind]]}
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
      <View
        op={peopleCount.now}
        query={counts}
        skeleton={<SkeletonRows rows={4} />}
        failed="The counts could not be loaded"
      >
        {({ counters }) => <Counters counters={counters} devices={devices} />}
      </View>
    </Card>
  )
}

const none: readonly Device[] = []

// The same list as before while none of its devices changed, so that cards of other kinds do not redraw.
const useOfKind = (devices: readonly Device[] | undefined, kind: DeviceKind): readonly Device[] => {
  const [kept, keep] = useState(none)
  const found = devices?.filter((device) => device.kind === kind) ?? none
  if (found.length === kept.length && found.every((device, index) => device === kept[index])) return kept
  keep(found)
  return found
}
