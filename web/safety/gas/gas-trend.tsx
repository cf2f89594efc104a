// The last hour of a gas channel with its set-point lines; asked for only while it can be seen.
import type { Latest } from '@gatehouse/contract/building/devices'
import * as gas from '@gatehouse/contract/safety/gas'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { channelName, isGasChannel } from '../../kit/channel-name.ts'
import { call } from '../../kit/data/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { useOnScreen } from '../../ui/use-on-screen.ts'
import { type Limit, unitName } from './gas-state.ts'
import { isZeroBased, linesOf } from './judged-reading.ts'

const hourMs = 3_600_000
const refreshMs = 60_000

interface GasTrendProps {
  readonly deviceId: string
  readonly latest: Pick<Latest, 'channel' | 'value' | 'unit' | 'quality' | 'at'>
  readonly limits: readonly Limit[]
}

export const GasTrend = (props: GasTrendProps) => {
  const frame = useRef<HTMLSpanElement>(null)
  const seen = useOnScreen(frame)
  return (
    <span ref={frame} className="ms-2 h-[24px] min-w-[2.5rem] flex-1 self-center">
      {seen && <Trend {...props} />}
    </span>
  )
}

const Trend = ({ deviceId, latest, limits }: GasTrendProps) => {
  const channel = isGasChannel(latest.channel) ? latest.channel : undefined
  const { data } = useQuery({
    queryKey: [...keyOf(gas.history), 'last hour', deviceId, channel],
    queryFn:
      channel === undefined
        ? skipToken
        : ({ signal }) => {
            const now = serverNow()
            const [from, to] = [new Date(now - hourMs).toISOString(), new Date(now).toISOString()]
            return call(gas.history, { deviceId, channel, from, to }, { signal })
          },
    // It is enough to be right by the minute: the newest value comes live.
    refetchInterval: refreshMs,
    staleTime: refreshMs,
  })
  const now = Date.parse(latest.at)
  const current = typeof latest.value === 'number' && latest.quality === 'good' ? [{ x: now, y: latest.value }] : []
  const past = (data?.buckets ?? []).map(({ at, avg }) => ({ x: Date.parse(at), y: avg }))
  return (
    <Sparkline
      label={`${channelName(latest.channel)}, last hour, ${unitName(latest.unit) ?? ''}`}
      points={[...past.filter(({ x }) => x < now && x >= now - hourMs), ...current]}
      from={now - hourMs}
      to={now}
      lines={linesOf(limits)}
      zeroBased={isZeroBased(limits)}
    />
  )
}
