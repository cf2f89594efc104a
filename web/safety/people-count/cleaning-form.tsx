// After how many uses a zone is due for cleaning.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import type { Cleaning } from '@gatehouse/contract/safety/people-count'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { counted } from '../../kit/counted.ts'
import { View } from '../../ui/feedback/states.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { wholeBetween } from '../../ui/forms/text-rules.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { SideSheet, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'

interface CleaningFormProps {
  /** null: of a zone that is not cleaned by use yet. */
  readonly rule: Cleaning | null
  /** Zones that are. */
  readonly used: readonly string[]
  readonly closed: To
}

export const CleaningForm = ({ rule, used, closed }: CleaningFormProps) => {
  const query = useQuery({ ...queryOf(occupancy.now, {}), enabled: rule === null })
  if (rule !== null) return <Form rule={rule} zones={[rule.zone]} closed={closed} />
  if (query.data)
    return <Form rule={null} zones={query.data.zones.filter(({ id }) => !used.includes(id))} closed={closed} />
  return (
    <SideSheet title="Clean a zone by use" closed={closed}>
      <View op={occupancy.now} query={query} rows={3} failed="The zones could not be loaded">
        {() => null}
      </View>
    </SideSheet>
  )
}

interface FormProps {
  readonly rule: Cleaning | null
  readonly zones: readonly { readonly id: string; readonly name: string }[]
  readonly closed: To
}

const Form = ({ rule, zones, closed }: FormProps) => {
  const form = useForm({ defaultValues: { zoneId: rule?.zone.id ?? '', uses: String(rule?.uses ?? '') } })
  const { control } = form
  return (
    <FormSheet
      title={rule ? `Cleaning of ${rule.zone.name}` : 'Clean a zone by use'}
      subtitle="Everybody who comes in is one use."
      closed={closed}
      form={form}
      draft={`cleaning ${rule?.zone.id ?? 'new'}`}
      what={rule ? `The cleaning of ${rule.zone.name}` : 'The zone that is cleaned by use'}
      label={rule ? 'Save' : 'Add zone'}
      send={async ({ zoneId, uses }) => {
        await call(peopleCount.setCleaning, { zoneId, uses: Number(uses) })
        const name = zones.find(({ id }) => id === zoneId)?.name ?? 'The zone'
        return `${name} is due after ${counted(Number(uses), 'use')}.`
      }}
    >
      {rule === null && (
        <SelectInput
          control={control}
          name="zoneId"
          label="Zone"
          options={zones.map(({ id, name }) => ({ value: id, label: name }))}
          rule={(zoneId) => (zoneId === '' ? 'Choose a zone' : null)}
        />
      )}
      <TextInput
        control={control}
        name="uses"
        label="Due after, uses"
        required
        rule={wholeBetween(1, 1_000_000, 'uses')}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      {rule && <Stop zone={rule.zone} closed={closed} />}
    </FormSheet>
  )
}

const Stop = ({ zone, closed }: { readonly zone: Cleaning['zone']; readonly closed: To }) => {
  const close = useCloseSheet(closed)
  return (
    <ConfirmButton
      className="justify-self-start"
      label="Do not clean it by use"
      title={`Stop cleaning ${zone.name} by use?`}
      action="Stop"
      busy="Stopping…"
      run={() => call(peopleCount.setCleaning, { zoneId: zone.id, uses: null })}
      done={`${zone.name} is not cleaned by use any more.`}
      then={close}
    >
      <p>Its uses are not counted for cleaning any more, and nobody is notified.</p>
    </ConfirmButton>
  )
}
