// What sensor a channel has: its type, how long it lasts, what it measures, and intervals of its own.
import * as service from '@gatehouse/contract/safety/detector-service'
import type { ChannelService, DetectorService, ServicedChannel } from '@gatehouse/contract/safety/detector-service'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { gasTitle, unitWord } from '../../kit/gas-words.ts'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { atMost, wholeBetween } from '../../ui/forms/text-rules.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { numberIn, optional, optionalExactFault, textOf } from './number-fields.ts'
import { servicedChannels } from './service-words.ts'

interface SensorFormProps {
  readonly detector: DetectorService
  /** null: it is chosen in the form. */
  readonly channel: ServicedChannel | null
  readonly closed: To
}

interface SensorFields {
  channel: ServicedChannel
  type: string
  serial: string
  installedOn: string
  lifeMonths: string
  rangeLow: string
  rangeHigh: string
  resolution: string
  bumpDays: string
  calibrationDays: string
}

const fieldsOf = (channel: ServicedChannel, sensor: ChannelService['sensor'] | undefined): SensorFields => ({
  channel,
  type: sensor?.type ?? '',
  serial: sensor?.serial ?? '',
  installedOn: sensor?.installedOn ?? '',
  lifeMonths: textOf(sensor?.lifeMonths ?? null),
  rangeLow: textOf(sensor?.rangeLow ?? null),
  rangeHigh: textOf(sensor?.rangeHigh ?? null),
  resolution: textOf(sensor?.resolution ?? null),
  bumpDays: textOf(sensor?.bumpDays ?? null),
  calibrationDays: textOf(sensor?.calibrationDays ?? null),
})

export const SensorForm = ({ detector, channel, closed }: SensorFormProps) => {
  const { deviceId, name } = detector
  const known = channel === null ? undefined : detector.channels.find((one) => one.channel === channel)
  const [before] = useState(() => fieldsOf(channel ?? 'CO', known?.sensor))
  const form = useForm<SensorFields>({ defaultValues: before })
  const { control } = form
  const unit = unitWord(unitOfGas[useWatch({ control, name: 'channel' })])
  const number = {
    control,
    autoComplete: 'off',
    rule: optionalExactFault,
    slotProps: {
      htmlInput: { inputMode: 'decimal' },
      input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
    },
  } as const
  const whole = { control, slotProps: { htmlInput: { inputMode: 'numeric' } } } as const
  return (
    <FormSheet
      wide
      title={channel === null ? 'Enter a sensor' : `Sensor: ${gasTitle(channel)}`}
      subtitle={name}
      closed={closed}
      form={form}
      draft={`gas sensor ${deviceId} ${channel ?? 'new'}`}
      what="The facts of the sensor"
      label="Save sensor"
      send={async (fields) => {
        await call(service.setSensor, {
          deviceId,
          channel: fields.channel,
          type: fields.type.trim(),
          serial: fields.serial.trim(),
          installedOn: fields.installedOn === '' ? null : fields.installedOn,
          lifeMonths: numberIn(fields.lifeMonths),
          rangeLow: numberIn(fields.rangeLow),
          rangeHigh: numberIn(fields.rangeHigh),
          resolution: numberIn(fields.resolution),
          bumpDays: numberIn(fields.bumpDays),
          calibrationDays: numberIn(fields.calibrationDays),
        })
        return `The sensor of ${name} is saved.`
      }}
    >
      {channel === null && (
        <SelectInput
          control={control}
          name="channel"
          label="Channel"
          options={servicedChannels.map((value) => ({ value, label: `${gasTitle(value)} (${value})` }))}
        />
      )}
      <FieldPair>
        <TextInput control={control} name="type" label="Type" rule={atMost(100)} />
        <TextInput control={control} name="serial" label="Serial number" rule={atMost(100)} />
      </FieldPair>
      <FieldPair>
        <TextInput
          control={control}
          name="installedOn"
          type="date"
          label="Installed on"
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <TextInput
          {...whole}
          name="lifeMonths"
          label="Lasts, in months"
          help="From its installation; empty: its replacement is not watched."
          rule={optional(wholeBetween(1, 240, 'months'))}
        />
      </FieldPair>
      <FieldPair>
        <TextInput {...number} name="rangeLow" label="Range from" />
        <TextInput {...number} name="rangeHigh" label="Range to" />
        <TextInput {...number} name="resolution" label="Resolution" />
      </FieldPair>
      <FieldPair>
        <TextInput
          {...whole}
          name="calibrationDays"
          label="Calibration every, in days"
          help="Empty: as the company has it."
          rule={optional(wholeBetween(1, 1095, 'days'))}
        />
        <TextInput
          {...whole}
          name="bumpDays"
          label="Bump test every, in days"
          help="Empty: as the company has it."
          rule={optional(wholeBetween(1, 730, 'days'))}
        />
      </FieldPair>
    </FormSheet>
  )
}
