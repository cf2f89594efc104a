// Who was in a zone while gas was there: asked with a reason, as each look is on the record.
import * as exposure from '@gatehouse/contract/safety/gas-exposure'
import * as gas from '@gatehouse/contract/safety/gas'
import type { Input, Output } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useMissing } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { Empty, NoPermission, View } from '../../ui/feedback/states.tsx'
import { FormActions } from '../../ui/forms/form-actions.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useFormAttempt } from '../../ui/forms/use-form-attempt.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { Strips } from '../../ui/primitives/strip.tsx'
import { exporting, useExport } from '../../ui/tables/exporting.ts'
import { ExportStrip } from '../../ui/tables/export-strip.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import type { Preset } from '../../ui/time/time-range.ts'
import { TimeRangeControl } from '../../ui/time/time-range-control.tsx'
import { useTimeRange } from '../../ui/time/use-time-range.ts'
import { ExposureFound } from './exposure-found.tsx'

const offered: readonly Preset[] = ['1h', '8h', '24h', '7d', 'today', 'yesterday']

export const ExposureSection = () => {
  const missing = useMissing(exposure.people)
  return missing.length > 0 ? <NoPermission missing={missing} /> : <Exposure />
}

const Exposure = () => {
  const query = useQuery(queryOf(gas.channels, {}))
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Exposure">
      <p className="max-w-[70ch] text-muted">
        Who was, or may have been, in a zone, and what was measured meanwhile: an estimate from fixed detectors and
        doors, not a personal dosimeter. Each look is written to the activity log with its reason.
      </p>
      <View op={gas.channels} query={query} rows={4} failed="The zones with detectors could not be loaded">
        {({ channels }) => {
          const places = placesOf(channels)
          return places.length === 0 ? (
            <Empty title="No detector is in a zone yet">
              <p>Put a gas detector into a zone; then the people in that zone can be looked up.</p>
            </Empty>
          ) : (
            <Asking places={places} />
          )
        }}
      </View>
    </section>
  )
}

interface Place {
  /** As in the address: `zone.<id>` or `detector.<id>`. */
  readonly value: string
  readonly label: string
}

const placesOf = (channels: readonly gas.Channel[]): Place[] => {
  const placed = channels.filter(({ zoneId }) => zoneId !== null)
  const all = [
    ...placed.map(({ zoneId, zone, site }) => ({ value: `zone.${zoneId}`, label: `${zone}, ${site}` })),
    ...placed.map(({ deviceId, name, zone }) => ({
      value: `detector.${deviceId}`,
      label: `${name} alone, in ${zone}`,
    })),
  ]
  return [...new Map(all.map((one) => [one.value, one])).values()]
}

interface Fields {
  readonly place: string
  readonly reason: string
}

type Asked = Input<typeof exposure.people>

const Asking = ({ places }: { readonly places: readonly Place[] }) => {
  const filters = useUrlFilters()
  const time = useTimeRange('8h')
  const known = places.find(({ value }) => value === filters.get('place'))
  const form = useForm<Fields>({ defaultValues: { place: known?.value ?? places[0]?.value ?? '', reason: '' } })
  const [found, setFound] = useState<{ asked: Asked; answer: Output<typeof exposure.people> } | null>(null)
  const { failure, submit } = useFormAttempt(form, async ({ place, reason }) => {
    const asked = askedOf(place, reason, time.bounds)
    setFound({ asked, answer: await call(exposure.people, asked) })
    filters.set({ place })
  })
  const busy = form.formState.isSubmitting
  return (
    <>
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        className="grid grid-cols-1 gap-4 rounded border border-line bg-surface p-4"
        aria-label="Look up exposure"
      >
        <TimeRangeControl state={time} offered={offered} />
        <SelectInput control={form.control} name="place" label="Zone or detector" options={places} />
        <TextInput
          control={form.control}
          name="reason"
          label="Reason"
          required
          help="Why you look, as it stands in the activity log: an incident number, a request"
          rule={(text) => (text.trim().length >= 3 ? null : 'Say why, in a few words')}
          slotProps={{ htmlInput: { maxLength: 300 } }}
        />
        <FormActions failure={failure} busy={busy} label="Show people" working="Looking…" />
      </form>
      <Strips>
        <ExportStrip />
      </Strips>
      {found && (
        <ExposureFound exposure={found.answer} isOld={busy}>
          <SaveFile asked={found.asked} from={found.answer.from} />
        </ExposureFound>
      )}
    </>
  )
}

const askedOf = (place: string, reason: string, { from, to }: { from: number; to: number }): Asked => {
  const id = place.slice(place.indexOf('.') + 1)
  return {
    ...(place.startsWith('zone.') ? { zoneId: id } : { deviceId: id }),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    reason: reason.trim(),
  }
}

/** Exactly what is shown, which is a look of its own on the record. */
const SaveFile = ({ asked, from }: { readonly asked: Asked; readonly from: string }) => {
  const running = useExport().is === 'running'
  return (
    <Button
      variant="outlined"
      startIcon={<Icon name="download" />}
      disabled={running}
      onClick={() =>
        void exporting().start({
          op: exposure.csv,
          input: asked,
          format: 'csv',
          name: `gas-exposure-${from.slice(0, 10)}.csv`,
        })
      }
    >
      Export CSV
    </Button>
  )
}
