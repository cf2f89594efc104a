// One channel of a detector: what is due at it, and the sensor that it has.
import * as service from '@gatehouse/contract/safety/detector-service'
import type { ChannelService as Channel, ServiceItem } from '@gatehouse/contract/safety/detector-service'
import Button from '@mui/material/Button'
import { Link, type To } from 'react-router'
import { Can } from '../../kit/can.tsx'
import { channelName } from '../../kit/channel-name.ts'
import { counted } from '../../kit/counted.ts'
import { amountText, gasTitle } from '../../kit/gas-words.ts'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { dayText, itemText, stateWords } from './service-words.ts'

interface ChannelServiceProps {
  readonly channel: Channel
  readonly to: (form: string) => To
}

export const ChannelService = ({ channel, to }: ChannelServiceProps) => {
  const { channel: gas, calibration, bumpTest, replacement, sensor } = channel
  return (
    <section className="grid gap-1 rounded border border-line p-4" aria-label={`Service of ${gasTitle(gas)}`}>
      <h3 className="m-0!">
        {gasTitle(gas)} <span className="font-normal text-muted">{channelName(gas)}</span>
      </h3>
      <Facts flush>
        <Fact label="Calibration">
          <Item item={calibration} />
        </Fact>
        <Fact label="Bump test">
          <Item item={bumpTest} />
        </Fact>
        <Fact label="Replacement">
          {replacement ? <Item item={replacement} last="installed" /> : 'Not watched: no life is entered'}
        </Fact>
        <Fact label="Sensor">{sensorText(channel)}</Fact>
      </Facts>
      <p className="flex flex-wrap gap-2">
        <Can op={service.recordEntry}>
          <Button component={Link} to={to(`entry:${gas}`)} state={opensSheet} size="small" variant="outlined">
            Record service of {channelName(gas)}
          </Button>
        </Can>
        <Can op={service.setSensor}>
          <Button component={Link} to={to(`sensor:${gas}`)} state={opensSheet} size="small">
            {sensor.type === '' && sensor.serial === ''
              ? `Enter the sensor of ${channelName(gas)}`
              : `Edit the sensor of ${channelName(gas)}`}
          </Button>
        </Can>
      </p>
    </section>
  )
}

const Item = ({ item, last }: { readonly item: ServiceItem; readonly last?: string }) => (
  <>
    <StatusWord {...stateWords[item.state]} /> <span className="text-muted">{itemText(item, last)}</span>
  </>
)

const sensorText = ({ sensor, unit }: Channel): string => {
  const { type, serial, installedOn, lifeMonths, rangeLow, rangeHigh, resolution } = sensor
  const parts = [
    type,
    serial === '' ? '' : `serial ${serial}`,
    installedOn === null ? '' : `installed ${dayText(installedOn)}`,
    lifeMonths === null ? '' : `lasts ${counted(lifeMonths, 'month')}`,
    rangeHigh === null ? '' : `range ${rangeLow ?? 0} to ${amountText(rangeHigh, unit)}`,
    resolution === null ? '' : `resolution ${amountText(resolution, unit)}`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'Not entered' : parts.join(', ')
}
