// One gas detector: what is due at each channel, its sensors, and the ledger of what was done; and, in its place, the form
// of what is being entered.
import * as service from '@gatehouse/contract/safety/detector-service'
import type { DetectorService, LedgerEntry } from '@gatehouse/contract/safety/detector-service'
import { configure } from '@gatehouse/contract/safety/gas'
import Button from '@mui/material/Button'
import { Link, type To } from 'react-router'
import { Can, useMissing } from '../../kit/can.tsx'
import { isStatus } from '../../kit/data/api.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { OutOfServiceText, OutOfServiceWord } from '../../ui/primitives/out-of-service.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { ServiceButton } from '../../ui/sheets/service-button.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { type Pages, usePages } from '../../ui/tables/data-pages.ts'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { ChannelService } from './channel-service.tsx'
import { Ledger } from './ledger.tsx'
import { placeText, servicedChannels, stateWords } from './service-words.ts'
import type { Output } from '@gatehouse/contract/operation'

const ConversionForm = later(async () => (await import('./conversion-form.tsx')).ConversionForm, 'over')
const EntryForm = later(async () => (await import('./entry-form.tsx')).EntryForm, 'over')
const SensorForm = later(async () => (await import('./sensor-form.tsx')).SensorForm, 'over')

interface DetectorSheetProps {
  readonly deviceId: string
  readonly closed: To
}

export const DetectorSheet = ({ deviceId, closed }: DetectorSheetProps) => {
  const wanted = useUrlFilters().get('channel')
  const channel = servicedChannels.find((one) => one === wanted)
  const pages = usePages(service.byDevice, (page) => ({ ...page, deviceId, ...(channel ? { channel } : {}) }))
  const { id: open, to, closed: back } = useSheetAddress('open')
  const mayChange = useMissing(service.recordEntry).length === 0
  const detector = pages.first?.detector
  if (open !== null && detector && mayChange) {
    const form = formOf(open, detector, pages, back)
    if (form) return form
  }
  const isGone = isStatus(pages.query.error, 404) || isStatus(pages.query.error, 422)
  return (
    <SideSheet wide title={detector?.name ?? 'Gas detector'} subtitle={detector && placeText(detector)} closed={closed}>
      {isGone ? (
        <Empty title="This detector is not there">
          <p>It was retired since the link was made, or it is hidden from you by a label.</p>
        </Empty>
      ) : (
        <View op={service.byDevice} query={pages.query} rows={8} failed="The detector could not be loaded">
          {() => detector && <Content detector={detector} pages={pages} to={to} />}
        </View>
      )}
    </SideSheet>
  )
}

type Answer = Output<typeof service.byDevice>

/** The form that the address names: `entry`, `entry:CO`, `correct:<id>`, `sensor:CO`, `sensor`, `conversion`. */
const formOf = (open: string, detector: DetectorService, { answers }: Pages<Answer>, back: To) => {
  const [kind = '', of = ''] = open.split(':')
  const channel = servicedChannels.find((one) => one === of)
  if (kind === 'entry')
    return <EntryForm key={open} detector={detector} channel={channel ?? null} corrected={null} closed={back} />
  if (kind === 'sensor') return <SensorForm key={open} detector={detector} channel={channel ?? null} closed={back} />
  if (kind === 'conversion') return <ConversionForm detector={detector} closed={back} />
  const corrected = answers.flatMap(({ entries }) => entries).find(({ id }) => id === of)
  return kind === 'correct' && corrected && isCorrectable(corrected) ? (
    <EntryForm key={open} detector={detector} channel={corrected.channel} corrected={corrected} closed={back} />
  ) : null
}

const isCorrectable = ({ kind, voidedBy }: LedgerEntry): boolean => kind !== 'void' && voidedBy === null

interface ContentProps {
  readonly detector: DetectorService
  readonly pages: Pages<Answer>
  readonly to: (form: string) => To
}

const Content = ({ detector, pages, to }: ContentProps) => {
  const { deviceId: id, name, outOfService, state } = detector
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <StatusWord {...stateWords[state]} />
          {outOfService && <OutOfServiceWord />}
        </p>
        {outOfService && (
          <p className="text-muted">
            <OutOfServiceText of={outOfService} />
          </p>
        )}
        <p className="flex flex-wrap gap-2 empty:hidden">
          <Can op={service.recordEntry}>
            <Button component={Link} to={to('entry')} state={opensSheet} size="small" variant="contained">
              Record service
            </Button>
          </Can>
          <ServiceButton device={{ id, name, kind: 'gas', outOfService }} />
          <Can op={configure}>
            <Button component={Link} to={to('conversion')} state={opensSheet} size="small" variant="outlined">
              Units and averages
            </Button>
          </Can>
        </p>
        <Can op={service.recordEntry}>
          <p className="text-sm text-muted">
            Take the detector out of service while you work at it: then nobody is notified of the test gas.
          </p>
        </Can>
      </div>
      {detector.channels.length === 0 ? (
        <Empty title="No sensors known yet">
          <p>A channel is known once the detector has sent a reading of it, or its sensor is entered.</p>
          <Can op={service.setSensor}>
            <Button component={Link} to={to('sensor')} state={opensSheet} variant="outlined">
              Enter a sensor
            </Button>
          </Can>
        </Empty>
      ) : (
        <div className="grid gap-3">
          {detector.channels.map((channel) => (
            <ChannelService key={channel.channel} channel={channel} to={to} />
          ))}
        </div>
      )}
      <Ledger detector={detector} pages={pages} to={to} />
    </div>
  )
}
