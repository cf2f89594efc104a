// Every gas channel as it is now, by zone, the worst first; the order holds while somebody points at it.
import * as gas from '@gatehouse/contract/safety/gas'
import type { Channel } from '@gatehouse/contract/safety/gas'
import { type ChannelState, channelStates } from '@gatehouse/contract/safety/gas-state'
import Button from '@mui/material/Button'
import { useMemo, useRef } from 'react'
import { Link, type To, useLocation, useSearchParams } from 'react-router'
import { channelName } from '../../kit/channel-name.ts'
import { useClock } from '../../kit/clock.ts'
import { useHolds } from '../../kit/can.tsx'
import { AddDevice } from '../../ui/feedback/add-device.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty, SkeletonRows, View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { FilterBar } from '../../ui/tables/filter-bar.tsx'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { type UrlFilters, useUrlFilters } from '../../ui/tables/url-filters.ts'
import { useSteadyRows } from '../../ui/tables/use-steady-rows.ts'
import { usePointing } from '../../ui/use-pointing.ts'
import { ChannelCard } from './channel-card.tsx'
import { placeOf, placesOf, stateNames, worstAt, worstFirst, zoneKey } from './channel-states.ts'
import { channelId, gasSheet } from './gas-address.ts'
import { countFilters, filtersIn, notFilters, notNormal, passes } from './now-filters.ts'
import { useChannels } from './use-channels.ts'

const GasSheet = later(async () => (await import('./gas-sheet.tsx')).GasSheet, 'over')

export const NowSection = () => {
  const query = useChannels()
  const sheet = useSheetAddress(gasSheet)
  const mayPlan = useHolds(['read_doors'])
  const closed = useClosed()
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Channels now">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="max-w-[70ch] text-muted">
          Gatehouse supervises. It is not the certified detector, and does not replace its alarm outputs.
        </p>
        {mayPlan && (
          <Button component={Link} to="/doors/plan" variant="outlined">
            Live plan
          </Button>
        )}
      </div>
      <View
        op={gas.channels}
        query={query}
        skeleton={<SkeletonRows rows={8} className={`${grid} [&>*]:min-h-[12rem]`} />}
        failed="The gas channels could not be loaded"
      >
        {({ channels }) => (channels.length === 0 ? <NoDetectors /> : <Channels channels={channels} />)}
      </View>
      {sheet.id !== null && <GasSheet id={sheet.id} closed={closed} />}
    </section>
  )
}

/** The range of its history is of the channel, and goes with it. */
const useClosed = (): To => {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const left = [...query].filter(([name]) => !notFilters.includes(name))
  return { pathname, search: new URLSearchParams(left).toString() }
}

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,16.5rem),1fr))] gap-3'

const NoDetectors = () => (
  <Empty title="No gas detectors yet">
    <p>Channels appear here with the first reading of a registered detector.</p>
    <AddDevice>Add a gas detector</AddDevice>
  </Empty>
)

const Channels = ({ channels }: { readonly channels: readonly Channel[] }) => {
  const url = useUrlFilters(notFilters)
  const filters = filtersIn(url)
  // Time alone makes a channel stale: as text, so that nothing is drawn again while no state changes.
  const text = useClock((now) => channels.map((channel) => worstAt(channel, now)).join(' '))
  const states = useMemo(
    () => text.split(' ').flatMap((name) => channelStates.find((one) => one === name) ?? []),
    [text],
  )
  const list = JSON.stringify(filters)
  const sorted = useMemo(() => {
    const known = new Map(channels.map((channel, n) => [channel, states[n] ?? 'normal']))
    return worstFirst(channels, states)
      .filter((channel) => passes(filters, channel, known.get(channel) ?? 'normal'))
      .map((channel) => ({ id: channelId({ id: channel.deviceId }, channel), channel }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the filters are their text
  }, [channels, states, list])
  const frame = useRef<HTMLDivElement>(null)
  const { rows } = useSteadyRows(sorted, usePointing(frame), list)
  const zones = useMemo(() => [...Map.groupBy(rows, ({ channel }) => zoneKey(channel)).entries()], [rows])
  return (
    <>
      <Filters channels={channels} states={states} url={url} />
      {rows.length === 0 && (
        <Empty title="No channel passes these filters">
          <Button variant="outlined" onClick={url.clear}>
            Show all channels
          </Button>
        </Empty>
      )}
      <div ref={frame} className="flex flex-wrap gap-x-3 gap-y-5">
        {zones.map(([key, inZone]) => (
          <section
            key={key}
            className={`grid max-w-full min-w-0 grid-cols-1 content-start gap-2 ${widthOf(inZone.length)}`}
            aria-label={zoneName(inZone)}
          >
            <ZoneHead channel={inZone[0]?.channel} />
            <ul className={grid}>
              {inZone.map(({ id, channel }) => (
                <ChannelCard key={id} channel={channel} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

/** Zones stand side by side, of two or of three columns at least, so that a small one leaves no row empty before a larger one. */
const widthOf = (channels: number): string =>
  channels === 1 ? 'basis-full from-sm:basis-[20rem]' : channels < 5 ? 'grow basis-[33.75rem]' : 'grow basis-[51rem]'

/** In two lines, so that the cards of zones side by side begin at the same height. */
const ZoneHead = ({ channel }: { readonly channel: Channel | undefined }) => {
  if (!channel) return null
  const [name = '', ...around] = placesOf(channel)
  return (
    <header>
      <h2 className="text-lg font-semibold">{name}</h2>
      <p className="text-sm text-muted">{around.join(', ') || 'Not in a zone'}</p>
    </header>
  )
}

const zoneName = ([first]: readonly { readonly channel: Channel }[]) => (first ? placeOf(first.channel) : '')

interface FiltersProps {
  readonly channels: readonly Channel[]
  readonly states: readonly ChannelState[]
  readonly url: UrlFilters
}

const Filters = ({ channels, states, url }: FiltersProps) => {
  const filters = filtersIn(url)
  const away = states.filter((state) => state !== 'normal').length
  const isShown = filters.state === notNormal
  const options = (all: string, known: readonly (readonly [string, string])[]) =>
    [['', all] as const, ...new Map(known)] as const
  const chosen = channels.filter(({ site }) => filters.site === '' || site === filters.site)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StatusWord
          state={away === 0 ? 'normal' : 'warning'}
          word={away === 0 ? `All ${channels.length} channels normal` : `${away} of ${channels.length} not normal`}
          live
        />
        {(away > 0 || isShown) && (
          <Button onClick={() => url.set({ state: isShown ? '' : notNormal })} aria-pressed={isShown}>
            {isShown ? 'Show all' : 'Show only these'}
          </Button>
        )}
      </div>
      <FilterBar count={countFilters(filters)} onClear={url.clear}>
        <FilterChoice
          label="Site"
          value={filters.site}
          options={options(
            'All sites',
            channels.map(({ site }) => [site, site]),
          )}
          onChange={(site) => url.set({ site, zone: '' })}
        />
        <FilterChoice
          label="Zone"
          value={filters.zone}
          options={options(
            'All zones',
            chosen.map((channel) => [zoneKey(channel), placeOf(channel)]),
          )}
          onChange={(zone) => url.set({ zone })}
        />
        <FilterChoice
          label="Channel"
          value={filters.channel}
          options={options(
            'All channels',
            channels.map(({ channel }) => [channel, channelName(channel)]),
          )}
          onChange={(channel) => url.set({ channel })}
        />
        <FilterChoice
          label="State"
          value={filters.state}
          options={options('Any state', [
            [notNormal, 'Not normal'],
            ...channelStates.map((state) => [state, stateNames[state]] as const),
          ])}
          onChange={(state) => url.set({ state })}
        />
      </FilterBar>
    </>
  )
}
