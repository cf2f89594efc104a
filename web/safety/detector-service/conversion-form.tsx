// What conversions of units and averages of a detector are made with.
import * as gas from '@gatehouse/contract/safety/gas'
import type { DetectorService } from '@gatehouse/contract/safety/detector-service'
import { europeanConditions, type GasSettings, northAmericanConditions } from '@gatehouse/contract/safety/gas-units'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { atLastPart } from '../../ui/forms/form-faults.ts'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { type Option, SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { wholeBetween } from '../../ui/forms/text-rules.ts'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { numberIn, optional, textOf } from './number-fields.ts'

interface ConversionFormProps {
  readonly detector: DetectorService
  readonly closed: To
}

export const ConversionForm = ({ detector, closed }: ConversionFormProps) => {
  const query = useQuery(queryOf(gas.settings, { deviceId: detector.deviceId }))
  if (query.data) return <Fields detector={detector} settings={query.data.settings} closed={closed} />
  return (
    <AnswerSheet
      wide
      op={gas.settings}
      query={query}
      title="Units and averages"
      rows={6}
      failed="The settings could not be loaded"
      closed={closed}
    >
      {() => null}
    </AnswerSheet>
  )
}

type Values = Record<keyof GasSettings, string>

const calibrationGases = {
  isobutylene: 'Isobutylene',
  methane: 'Methane',
  propane: 'Propane',
  butane: 'Butane',
} as const satisfies Record<NonNullable<GasSettings['calibrationGas']>, string>
const combustibleGases = {
  methane: 'Methane',
  propane: 'Propane',
  butane: 'Butane',
  hydrogen: 'Hydrogen',
} as const satisfies Record<NonNullable<GasSettings['combustibleGas']>, string>
const tables = {
  iec: 'IEC 60079-20-1',
  nfpa: 'NFPA 325',
} as const satisfies Record<NonNullable<GasSettings['explosiveLimits']>, string>

const optionsOf = (words: Readonly<Record<string, string>>): readonly Option[] => [
  { value: '', label: 'Not known' },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
]

const chosenIn = <K extends string>(words: Readonly<Record<K, string>>, value: string): K | undefined => {
  const isOne = (text: string): text is K => Object.hasOwn(words, text)
  return isOne(value) ? value : undefined
}

const Fields = ({ detector, settings, closed }: ConversionFormProps & { readonly settings: GasSettings }) => {
  const { deviceId, name } = detector
  const [before] = useState(
    (): Values => ({
      celsius: textOf(settings.celsius ?? null),
      kilopascals: textOf(settings.kilopascals ?? null),
      calibrationGas: settings.calibrationGas ?? '',
      combustibleGas: settings.combustibleGas ?? '',
      explosiveLimits: settings.explosiveLimits ?? '',
      holdSeconds: textOf(settings.holdSeconds ?? null),
    }),
  )
  const form = useForm<Values>({ defaultValues: before })
  const { control } = form
  const decimal = { control, slotProps: { htmlInput: { inputMode: 'decimal' } } } as const
  const both = (other: 'celsius' | 'kilopascals', rule: (text: string) => string | null) => (text: string) =>
    text.trim() === ''
      ? form.getValues(other).trim() === ''
        ? null
        : 'Enter temperature and pressure, or neither'
      : rule(text)
  const use = ({ celsius, kilopascals }: typeof europeanConditions) => {
    const how = { shouldDirty: true, shouldValidate: true }
    form.setValue('celsius', String(celsius), how)
    form.setValue('kilopascals', String(kilopascals), how)
  }
  return (
    <FormSheet
      wide
      title="Units and averages"
      subtitle={name}
      closed={closed}
      form={form}
      draft={`gas settings ${deviceId}`}
      what="The changes to the settings"
      label="Save settings"
      send={async (values) => {
        const [celsius, kilopascals] = [numberIn(values.celsius), numberIn(values.kilopascals)]
        const holdSeconds = numberIn(values.holdSeconds)
        const calibrationGas = chosenIn(calibrationGases, values.calibrationGas)
        const combustibleGas = chosenIn(combustibleGases, values.combustibleGas)
        const explosiveLimits = chosenIn(tables, values.explosiveLimits)
        const configured = call(gas.configure, {
          deviceId,
          settings: {
            ...(celsius === null ? {} : { celsius }),
            ...(kilopascals === null ? {} : { kilopascals }),
            ...(calibrationGas === undefined ? {} : { calibrationGas }),
            ...(combustibleGas === undefined ? {} : { combustibleGas }),
            ...(explosiveLimits === undefined ? {} : { explosiveLimits }),
            ...(holdSeconds === null ? {} : { holdSeconds }),
          },
        })
        await configured.catch((error: unknown) => {
          throw atLastPart(error)
        })
        return `The settings of ${name} are saved.`
      }}
    >
      <p className="text-muted">
        Needed where the detector reports mass per volume, or combustible gas in anything but % LEL. A reading that
        cannot be converted is in quarantine with what is missing.
      </p>
      <FieldPair>
        <TextInput
          {...decimal}
          name="celsius"
          label="Reference temperature, in °C"
          rule={both('kilopascals', between(-60, 100, '°C'))}
        />
        <TextInput
          {...decimal}
          name="kilopascals"
          label="Reference pressure, in kPa"
          rule={both('celsius', between(30, 200, 'kPa'))}
        />
      </FieldPair>
      <p className="flex flex-wrap gap-2">
        <Button size="small" variant="outlined" onClick={() => use(europeanConditions)}>
          Use 20 °C (EU)
        </Button>
        <Button size="small" variant="outlined" onClick={() => use(northAmericanConditions)}>
          Use 25 °C (OSHA, NIOSH)
        </Button>
      </p>
      <SelectInput
        control={control}
        name="calibrationGas"
        label="Calibration gas of the VOC channel"
        options={optionsOf(calibrationGases)}
      />
      <FieldPair>
        <SelectInput
          control={control}
          name="combustibleGas"
          label="Combustible gas of the LEL channel"
          options={optionsOf(combustibleGases)}
        />
        <SelectInput
          control={control}
          name="explosiveLimits"
          label="Table of explosive limits"
          options={optionsOf(tables)}
        />
      </FieldPair>
      <TextInput
        control={control}
        name="holdSeconds"
        label="A reading counts for, in seconds"
        help="While no other follows. Empty: three of its usual intervals."
        rule={optional(wholeBetween(1, 3600, 'seconds'))}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
    </FormSheet>
  )
}

const between =
  (least: number, most: number, unit: string) =>
  (text: string): string | null => {
    const value = numberIn(text)
    return value === null || value < least || value > most ? `Enter ${least} to ${most} ${unit}` : null
  }
