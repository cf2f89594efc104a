// Choosing what a label marks: sites, zones and devices.
import * as devices from '@gatehouse/contract/building/devices'
import * as labels from '@gatehouse/contract/identity/labels'
import type { Label } from '@gatehouse/contract/identity/labels'
import type { Input, Output } from '@gatehouse/contract/operation'
import * as sites from '@gatehouse/contract/building/sites'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useFormState, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { usePreview } from '../../kit/data/use-preview.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { awaitedOf } from '../../ui/forms/required-queries.ts'
import { type Choice, ChoiceList } from '../../ui/forms/choice-list.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { GoneSheet } from '../../ui/sheets/answer-sheet.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { sightChangeText } from './label-words.ts'

export const MarksForm = ({ label, closed }: { readonly label: Label | null; readonly closed: To }) =>
  label ? (
    <Loading label={label} closed={closed} />
  ) : (
    <GoneSheet name="Label" title="This label is not there" says="It may have been deleted since." closed={closed} />
  )

const Loading = ({ label, closed }: { readonly label: Label; readonly closed: To }) => {
  const { _id: id, name } = label
  const query = useQuery({ ...queryOf(labels.marks, { id }), staleTime: 0 })
  const places = useQuery(queryOf(sites.list, {}))
  const things = useQuery(queryOf(devices.list, {}))
  const awaited = awaitedOf([places, things])
  if (query.data && !query.isFetching && !awaited) {
    return (
      <Choosing
        label={label}
        marks={query.data}
        places={places.data?.sites ?? []}
        things={things.data?.devices ?? []}
        closed={closed}
      />
    )
  }
  return (
    <SideSheet wide title={`What ${name} marks`} closed={closed}>
      <View
        op={labels.setMarks}
        query={{ ...(awaited ?? query), data: undefined }}
        rows={8}
        failed="What the label marks could not be loaded"
      >
        {() => null}
      </View>
    </SideSheet>
  )
}

interface Fields {
  siteIds: string[]
  zoneIds: string[]
  deviceIds: string[]
}

interface ChoosingProps {
  readonly label: Label
  readonly marks: Output<typeof labels.marks>
  readonly places: Output<typeof sites.list>['sites']
  readonly things: Output<typeof devices.list>['devices']
  readonly closed: To
}

const Choosing = ({ label, marks, places, things, closed }: ChoosingProps) => {
  const { _id: id, name } = label
  const [before] = useState<Fields>(() => ({
    siteIds: idsOf(marks.sites),
    zoneIds: idsOf(marks.zones),
    deviceIds: idsOf(marks.devices),
  }))
  const form = useForm({ defaultValues: before })
  const { isDirty } = useFormState({ control: form.control })
  const [siteIds, zoneIds, deviceIds] = useWatch({ control: form.control, name: ['siteIds', 'zoneIds', 'deviceIds'] })
  const parts = [
    {
      field: 'siteIds',
      chosen: siteIds,
      legend: 'Sites',
      empty: 'There is no site that you may see.',
      choices: places.map((site) => ({ id: site.id, name: site.name, note: 'with everything in it' })),
      marked: marks.sites,
    },
    {
      field: 'zoneIds',
      chosen: zoneIds,
      legend: 'Zones',
      empty: 'There is no zone that you may see.',
      choices: places.flatMap((site) => site.zones.map((zone) => ({ id: zone.id, name: zone.name, note: site.name }))),
      marked: marks.zones,
    },
    {
      field: 'deviceIds',
      chosen: deviceIds,
      legend: 'Devices',
      empty: 'There is no device that you may see.',
      choices: things.map((device) => ({
        id: device.id,
        name: device.name,
        note: [device.kind, device.zone ?? device.site].join(' · '),
      })),
      marked: marks.devices,
    },
  ] as const
  return (
    <FormSheet
      wide
      title={`What ${name} marks`}
      subtitle="What carries a label is seen only by people who have one of its labels. What carries none is seen by everyone with the permission."
      closed={closed}
      form={form}
      draft={`marks ${id}`}
      what={`The choice of what ${name} marks`}
      label="Save"
      idle={!isDirty}
      send={async (fields) => {
        const { taken: affected } = await call(labels.setMarks, { id, ...fields })
        const text = sightChangeText(affected)
        return `What ${name} marks is saved.${text === null ? '' : ` ${text}.`}`
      }}
    >
      {isDirty && <Affected input={{ id, siteIds, zoneIds, deviceIds }} />}
      {parts.map(({ field, chosen, choices, marked, ...words }) => (
        <ChoiceList
          key={field}
          {...words}
          choices={withMarked(choices, marked)}
          chosen={new Set(chosen)}
          onChange={(next) => form.setValue(field, [...next].sort(), { shouldDirty: true })}
        />
      ))}
    </FormSheet>
  )
}

/** From whom what is chosen would take sight of what: said before it is saved. */
const Affected = ({ input }: { readonly input: Input<typeof labels.previewMarks> }) => {
  const { shown } = usePreview(labels.previewMarks, input)
  const text = shown && sightChangeText(shown.taken)
  return (
    <output aria-live="polite">{text && <StatusWord state="warning" word={`Once it is saved, ${text}.`} />}</output>
  )
}

type Named = readonly { readonly id: string; readonly name: string }[]

// What is marked and not in one's own lists stays choosable: otherwise saving would take the mark away unseen.
const withMarked = (choices: readonly Choice[], marked: Named): Choice[] => [
  ...choices,
  ...marked.filter(({ id }) => !choices.some((choice) => choice.id === id)),
]

// In one order: what is chosen again is as it was.
const idsOf = (named: Named): string[] => named.map(({ id }) => id).sort()
