// What needs a person now; one quiet line when nothing does.
import type { Device } from '@gatehouse/contract/building/devices'
import { type ReactNode, useMemo, useState } from 'react'
import { devicesNeeding } from '../../building/devices/devices-needing.ts'
import { useDoorAlarms } from '../../access/doors/door-alarms.ts'
import { doorsNeeding } from '../../access/doors/doors-needing.tsx'
import { useChannelFacts } from '../../safety/gas/channel-facts.ts'
import { gasNeeding } from '../../safety/gas/gas-needing.ts'
import { useClock } from '../../kit/clock.ts'
import { useLive } from '../../kit/live/use-live.ts'
import { later } from '../../ui/feedback/later.tsx'
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import { AttentionList, byUrgency } from '../../ui/feedback/attention-list.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'

const FirstDevices = later(async () => (await import('./first-devices.tsx')).FirstDevices, 'silent')

export interface AttentionCardProps {
  readonly devices: readonly Device[]
  /** How many are shown before more are wanted. */
  readonly atFirst: number
  /** Devices that are left out because they are listed elsewhere, and what is said of those. */
  readonly apart?: { readonly devices: ReadonlySet<string>; readonly summary: ReactNode }
}

export const AttentionCard = ({ devices: all, atFirst, apart }: AttentionCardProps) => {
  const [isUnfolded, setUnfolded] = useState(false)
  const { phase } = useLive()
  // A channel becomes stale by time alone.
  const now = useClock((moment) => Math.floor(moment / 1_000) * 1_000)
  const alarms = useDoorAlarms()
  const facts = useChannelFacts()
  const elsewhere = apart?.devices
  const devices = useMemo(() => (elsewhere ? all.filter(({ id }) => !elsewhere.has(id)) : all), [all, elsewhere])
  const items = useMemo(
    () =>
      [...doorsNeeding(devices, alarms), ...devicesNeeding(devices), ...gasNeeding(devices, facts, now)].sort(
        byUrgency,
      ),
    [devices, alarms, facts, now],
  )
  const known = phase === 'live'
  // While nothing arrives everything grows old: the banner says that once, for all of it.
  const shown = known ? items : items.filter(({ state }) => state !== 'stale')
  return (
    <Card
      title="Needs attention"
      note={shown.length > 0 ? shown.length : undefined}
      action={apart?.summary}
      // Where there is room to the side, none is taken from what is below.
      className="from-lg:flex-row from-lg:[&>header]:min-w-[11.5rem] from-lg:[&>header]:flex-none from-lg:[&>header]:self-start"
    >
      {all.length === 0 ? (
        <FirstDevices />
      ) : shown.length === 0 ? (
        // A whole sentence, and not the word of a state.
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pb-4 from-lg:py-0 [&>span]:whitespace-normal">
          {known ? (
            <StatusWord
              state="normal"
              word={devices.length < all.length ? 'Nothing else needs attention' : 'Nothing needs attention'}
            />
          ) : (
            <StatusWord state="stale" word="Nothing needed attention when last heard" />
          )}
          <span className="text-muted tabular-nums">{reporting(all)}</span>
        </p>
      ) : (
        <div className="from-lg:min-w-0 from-lg:flex-1 from-lg:pt-3 from-lg:[&>ul]:pt-0 from-lg:[&>ul]:pr-3 from-lg:[&>ul]:pb-3 from-lg:[&>ul]:pl-0">
          <AttentionList items={isUnfolded ? shown : shown.slice(0, atFirst)} />
          {shown.length > atFirst && (
            <p className="px-4 pb-3">
              <PlainButton bare onClick={() => setUnfolded(!isUnfolded)} aria-expanded={isUnfolded}>
                {isUnfolded ? 'Show fewer' : `Show ${shown.length - atFirst} more`}
              </PlainButton>
            </p>
          )}
        </div>
      )}
    </Card>
  )
}

const reporting = (devices: readonly Device[]): string =>
  `${devices.filter(({ online }) => online).length} of ${devices.length} devices are online`
