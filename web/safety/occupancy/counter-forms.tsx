// What is set of a counter: between which zones it stands, and how well it counts; of a door whether it counts.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Border, CounterHealth, Figure } from '@gatehouse/contract/safety/occupancy'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { View } from '../../ui/feedback/states.tsx'
import { CheckInput } from '../../ui/forms/check-field.tsx'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'

interface PlacingProps {
  readonly border: Border
  readonly closed: To
}

export const PlacingForm = ({ border, closed }: PlacingProps) => {
  const query = useQuery(queryOf(occupancy.now, {}))
  if (border.kind === 'door') return <DoorForm border={border} closed={closed} />
  if (query.data) return <CounterForm border={border} closed={closed} zones={query.data.zones} />
  return (
    <SideSheet title={`Place ${border.device.name}`} closed={closed}>
      <View op={occupancy.now} query={query} rows={3} failed="The zones could not be loaded">
        {() => null}
      </View>
    </SideSheet>
  )
}

const CounterForm = ({ border, closed, zones }: PlacingProps & { readonly zones: readonly Figure[] }) => {
  const { device, from, to, inverted } = border
  const form = useForm({ defaultValues: { fromZoneId: from?.id ?? '', toZoneId: to?.id ?? '', inverted } })
  const { control } = form
  const fromZoneId = useWatch({ control, name: 'fromZoneId' })
  const options = [
    { value: '', label: 'Outside' },
    ...zones.map(({ id, name }) => ({ value: id, label: name })),
    ...[from, to].flatMap((zone) =>
      zone && !zones.some(({ id }) => id === zone.id) ? [{ value: zone.id, label: zone.name }] : [],
    ),
  ]
  return (
    <FormSheet
      title={`Place ${device.name}`}
      subtitle="Whoever it counts in goes from the one to the other."
      closed={closed}
      form={form}
      draft={`place counter ${device.id}`}
      what={`Where ${device.name} stands`}
      label="Place it"
      send={async (fields) => {
        await call(occupancy.placeCounter, {
          deviceId: device.id,
          fromZoneId: fields.fromZoneId === '' ? null : fields.fromZoneId,
          toZoneId: fields.toZoneId === '' ? null : fields.toZoneId,
          inverted: fields.inverted,
        })
        return `${device.name} counts between these zones from now on.`
      }}
    >
      <SelectInput control={control} name="fromZoneId" label="Comes from" options={options} />
      <SelectInput
        control={control}
        name="toZoneId"
        label="Goes into"
        options={options}
        rule={(toZoneId) =>
          toZoneId === fromZoneId ? 'Choose another zone than the one it counts people out of' : null
        }
      />
      <CheckInput control={control} name="inverted" label="It hangs the other way round: who it counts in goes out" />
    </FormSheet>
  )
}

const DoorForm = ({ border: { device, counts }, closed }: PlacingProps) => {
  const form = useForm({ defaultValues: { counts } })
  return (
    <FormSheet
      title={`Does ${device.name} count?`}
      subtitle="Yes for a side door beside a counted entrance; no for a door at which nobody badges."
      closed={closed}
      form={form}
      draft={`door counts ${device.id}`}
      what={`Whether ${device.name} counts`}
      label="Save"
      send={async (fields) => {
        await call(occupancy.placeCounter, { deviceId: device.id, counts: fields.counts })
        return fields.counts ? `Who passes ${device.name} is counted.` : `Who passes ${device.name} is not counted.`
      }}
    >
      <CheckInput control={form.control} name="counts" label="Count who badges here, in and out" />
    </FormSheet>
  )
}

interface AccuracyFormProps {
  readonly health: CounterHealth
  readonly closed: To
}

export const AccuracyForm = ({ health, closed }: AccuracyFormProps) => {
  const { device, accuracyIn, accuracyOut, uncertainty } = health
  const form = useForm({
    defaultValues: {
      accuracy: String(Math.round((accuracyIn + accuracyOut) * 5) / 10),
      uncertainty: String(uncertainty),
    },
  })
  const { control } = form
  return (
    <FormSheet
      title={`Accuracy of ${device.name}`}
      subtitle="As its maker or a trial says, after its lens was cleaned or it was moved. What was learnt of it is forgotten."
      closed={closed}
      form={form}
      draft={`counter accuracy ${device.id}`}
      what={`The accuracy of ${device.name}`}
      label="Save"
      send={async (fields) => {
        await call(occupancy.setAccuracy, {
          deviceId: device.id,
          accuracy: numberIn(fields.accuracy),
          uncertainty: numberIn(fields.uncertainty),
        })
        return `The accuracy of ${device.name} is set.`
      }}
    >
      <FieldPair>
        <TextInput
          control={control}
          name="accuracy"
          label="Counted of those who pass, %"
          required
          rule={between(50, 100)}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
        <TextInput
          control={control}
          name="uncertainty"
          label="May be off by, points of %"
          help="19 times of 20."
          required
          rule={between(0.1, 30)}
          slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        />
      </FieldPair>
    </FormSheet>
  )
}

/** A decimal comma is one too. */
const numberIn = (text: string): number => Number(text.trim().replace(',', '.'))

const between =
  (least: number, most: number) =>
  (text: string): string | null => {
    const value = numberIn(text)
    return text.trim() !== '' && value >= least && value <= most ? null : `Enter ${least} to ${most}`
  }
