// The set points of an area: a table of channels and stages, each value with where it is written; cards on a phone.
import * as setPoints from '@gatehouse/contract/safety/set-points'
import {
  measureOfSetPoint,
  type SetPointChannel,
  setPointChannels,
  type Stage,
  stageTitles,
} from '@gatehouse/contract/safety/gas-profiles'
import type { SetPoint, SetPointArea } from '@gatehouse/contract/safety/set-points'
import Button from '@mui/material/Button'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Link, type To } from 'react-router'
import { Can, useMissing } from '../../kit/can.tsx'
import { channelName } from '../../kit/channel-name.ts'
import { gasTitle } from '../../kit/gas-words.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { ScrollRegion } from '../../ui/primitives/scroll-region.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { PlainTable } from '../../ui/tables/plain-table.tsx'
import { areaTitle, profileTitle, slotKey, slotTitle, stageHeads, stagesShown, valueText } from './set-point-words.ts'

interface AreaCardProps {
  readonly area: SetPointArea
  readonly to: (sheet: string) => To
}

export const AreaCard = ({ area, to }: AreaCardProps) => {
  const narrow = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const mayChange = useMissing(setPoints.apply).length === 0
  const channels = setPointChannels.filter((channel) => area.setPoints.some((point) => point.channel === channel))
  const key = area.id ?? 'company'
  return (
    <Card title={areaTitle(area)} note={profileTitle(area.profile)}>
      {channels.length === 0 ? (
        <p className="px-4 pb-4 text-muted">No set points here.</p>
      ) : narrow ? (
        <Channels area={area} channels={channels} mayChange={mayChange} to={to} />
      ) : (
        <ScrollRegion label={`Set points: ${areaTitle(area)}`} className="overflow-x-auto px-4 pb-2">
          <PlainTable
            heads={['Channel', ...stagesShown(area).map((stage) => stageHeads[stage])]}
            row="border-t border-t-line align-top"
            first="py-2 pe-4 text-start font-semibold"
            cell="min-w-[8rem] px-3 py-2 text-start font-normal"
            rows={channels.map((channel) => ({
              key: channel,
              cells: [
                <span key={channel}>
                  {gasTitle(channel)} <span className="font-normal text-muted">{channelName(channel)}</span>
                </span>,
                ...stagesShown(area).map((stage) => (
                  <Cell
                    key={stage}
                    area={area}
                    channel={channel}
                    stage={stage}
                    point={pointAt(area, channel, stage)}
                    mayChange={mayChange}
                    to={to}
                  />
                )),
              ],
            }))}
          />
        </ScrollRegion>
      )}
      <Can op={setPoints.apply}>
        <p className="flex flex-wrap gap-2 border-t border-t-line px-4 py-2">
          <Button component={Link} to={to(`area:${key}`)} state={opensSheet} size="small" variant="outlined">
            {area.id === null ? 'Apply a profile' : 'Profile and places'}
          </Button>
          {area.id !== null && (
            <Button component={Link} to={to(`end:${key}`)} state={opensSheet} size="small">
              End area
            </Button>
          )}
        </p>
      </Can>
    </Card>
  )
}

const pointAt = ({ setPoints: points }: SetPointArea, channel: SetPointChannel, stage: Stage): SetPoint | undefined =>
  points.find((point) => point.channel === channel && point.stage === stage)

interface CellProps {
  readonly area: SetPointArea
  readonly channel: SetPointChannel
  readonly stage: Stage
  readonly point: SetPoint | undefined
  readonly mayChange: boolean
  readonly to: AreaCardProps['to']
}

const Cell = ({ area, channel, stage, point, mayChange, to }: CellProps) => {
  const slot = { areaId: area.id, channel, stage }
  if (measureOfSetPoint(channel, stage) === null) return null
  if (!point && !mayChange) return <span className="text-muted">–</span>
  return (
    <span className="grid gap-0 wrap-anywhere">
      <Link
        to={to(`value:${slotKey(slot)}`)}
        state={opensSheet}
        className="inline-flex min-h-[24px] items-center justify-self-start font-semibold below-md:min-h-touch"
        aria-label={`${slotTitle(slot)}: ${point ? valueText(point, channel) : 'add'}`}
      >
        {point ? valueText(point, channel) : 'Add'}
      </Link>
      {point && <span className="text-sm text-muted">{point.source.text}</span>}
    </span>
  )
}

interface ChannelsProps {
  readonly area: SetPointArea
  readonly channels: readonly SetPointChannel[]
  readonly mayChange: boolean
  readonly to: AreaCardProps['to']
}

const Channels = ({ area, channels, mayChange, to }: ChannelsProps) => (
  <ul className="grid gap-3 px-4 pb-4">
    {channels.map((channel) => (
      <li key={channel} className="grid gap-1 border-t border-t-line pt-3">
        <h3 className="m-0 text-md">
          {gasTitle(channel)} <span className="font-normal text-muted">{channelName(channel)}</span>
        </h3>
        <dl className="grid gap-1">
          {stagesShown(area)
            .filter((stage) => measureOfSetPoint(channel, stage) !== null)
            .map((stage) => (
              <div key={stage} className="grid grid-cols-[8rem_minmax(0,1fr)] items-baseline gap-x-3">
                <dt className="text-muted first-letter:uppercase">{stageTitles[stage]}</dt>
                <dd>
                  <Cell
                    area={area}
                    channel={channel}
                    stage={stage}
                    point={pointAt(area, channel, stage)}
                    mayChange={mayChange}
                    to={to}
                  />
                </dd>
              </div>
            ))}
        </dl>
      </li>
    ))}
  </ul>
)
