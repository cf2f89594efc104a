// Gas channels by zone: value, unit, quality, age and the last hour.
import type { Device, Latest } from '@gatehouse/contract/building/devices'
import { memo, useMemo } from 'react'
import { Link } from 'react-router'
import { measuredAt } from '../../kit/age.ts'
import { channelName } from '../../kit/channel-name.ts'
import { useClock } from '../../kit/clock.ts'
import { isOld } from '../../ui/feedback/honest-state.ts'
import { LiveValue } from '../../ui/feedback/live-value.tsx'
import { isMany } from '../../ui/tables/many.ts'
import { ScrollRegion } from '../../ui/primitives/scroll-region.tsx'
import { AddDevice } from '../../ui/feedback/add-device.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { type FactsByChannel, factsFor, useChannelFacts } from './channel-facts.ts'
import { channelId, gasSheet } from './gas-address.ts'
import { believed, type ChannelFacts, evidenceOf, unitName, valueText } from './gas-state.ts'
import styles from './gas-channels.module.css'
import { GasTrend } from './gas-trend.tsx'

export const GasChannels = memo(({ devices }: { readonly devices: readonly Device[] }) => {
  const facts = useChannelFacts()
  const zones = useMemo(() => byZone(devices), [devices])
  if (devices.length === 0) {
    return (
      <Empty title="No gas detectors yet">
        <p>Channels appear here with the first reading of a registered detector.</p>
        <AddDevice>Add a gas detector</AddDevice>
      </Empty>
    )
  }
  return (
    <ScrollRegion label="Gas channels by zone" className="grid gap-3 px-4 pb-4" bounded={isMany(devices)}>
      {zones.map(([zone, inZone]) => (
        <div key={zone}>
          <h3 className="mb-1 text-sm font-semibold text-muted">{zone}</h3>
          <ul
            className={`${styles.tiles} grid grid-cols-[repeat(auto-fill,minmax(min(100%,10.5rem),1fr))] gap-2 below-sm:grid-cols-[1fr_1fr]`}
            data-many={isMany(devices) || undefined}
          >
            {inZone.map((device) => (
              <GasDevice key={device.id} device={device} facts={facts} />
            ))}
          </ul>
        </div>
      ))}
    </ScrollRegion>
  )
})

interface GasDeviceProps {
  readonly device: Device
  readonly facts: FactsByChannel
}

const GasDevice = memo(({ device, facts }: GasDeviceProps) =>
  device.latest.length === 0 ? (
    <li className={styles.tile} data-state="unknown" data-rove tabIndex={-1}>
      <span className="leading-[1.3] font-semibold wrap-anywhere">{device.name}</span>
      <LiveValue
        text={null}
        unit={null}
        state={device.online === false ? 'offline' : 'unknown'}
        at={null}
        source={device.key}
      />
    </li>
  ) : (
    device.latest.map((latest) => (
      <GasChannel key={latest.channel} device={device} latest={latest} facts={factsFor(facts, device, latest)} />
    ))
  ),
)

interface GasChannelProps {
  readonly device: Device
  readonly latest: Latest
  readonly facts: ChannelFacts | undefined
}

const GasChannel = memo(
  ({ device, latest, facts }: GasChannelProps) => {
    const evidence = evidenceOf(device, latest, facts)
    const old = useClock((now) => isOld(evidence, now))
    const { state, word } = believed(evidence, latest, old, facts?.setPoints ?? [])
    const sheet = useSheetAddress(gasSheet)
    return (
      <li className={styles.tile} data-state={state}>
        <Link
          to={sheet.to(channelId(device, latest))}
          state={opensSheet}
          className="-mx-3 -my-2 grid content-between rounded px-3 py-2 text-inherit no-underline"
          data-rove
          tabIndex={-1}
        >
          <span className="leading-[1.3] font-semibold wrap-anywhere">
            {channelName(latest.channel)} <span className="text-sm font-normal text-muted">{device.name}</span>
          </span>
          <LiveValue
            text={valueText(latest)}
            unit={unitName(latest.unit)}
            state={state}
            word={word}
            at={measuredAt(latest)}
            source={`${device.key} ${channelName(latest.channel)}`}
            testId={`gas-${device.key}-${latest.channel}`}
            beside={<GasTrend deviceId={device.id} latest={latest} limits={facts?.setPoints ?? []} />}
          />
        </Link>
      </li>
    )
  },
  // A device object changes with every other channel of it too.
  (before, after) =>
    before.latest === after.latest &&
    before.facts === after.facts &&
    before.device.online === after.device.online &&
    before.device.name === after.device.name,
)

const byName = new Intl.Collator('en').compare

const channelsOf = (devices: readonly Device[]): number =>
  devices.reduce((sum, { latest }) => sum + Math.max(1, latest.length), 0)

// The large zones first; those of one channel stand together below, and their detectors name them.
const byZone = (devices: readonly Device[]): [zone: string, devices: Device[]][] => {
  const zones = [...Map.groupBy(devices, ({ zone, site }) => zone ?? site)].sort(
    ([a, inA], [b, inB]) => channelsOf(inB) - channelsOf(inA) || byName(a, b),
  )
  const { large = [], single = [] } = Object.groupBy(zones, ([, inZone]) =>
    channelsOf(inZone) > 1 ? 'large' : 'single',
  )
  if (large.length === 0 || single.length < 2) return zones
  return [...large, [single.map(([zone]) => zone).join(', '), single.flatMap(([, inZone]) => inZone)]]
}
