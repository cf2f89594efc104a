// The lines of a counting camera being set: by the names that they have there, and which way each counts.
import * as devices from '@gatehouse/contract/building/devices'
import type { LinesAsSet } from '@gatehouse/contract/building/devices'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useFieldArray, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { To } from 'react-router'
import { call, isStatus } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { View } from '../../ui/feedback/states.tsx'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { ChangedMeanwhile } from '../../ui/sheets/changed-meanwhile.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { When } from '../../ui/time/when.tsx'
import {
  type LineField,
  lineFault,
  linesFieldsOf,
  type LinesFields,
  linesOf,
  removedLines,
  setLinesOf,
  unusedLines,
  type Way,
  wayWords,
} from './line-fields.ts'
import { refreshMs } from './use-old.ts'

interface LinesSheetProps {
  readonly device: { readonly id: string; readonly name: string }
  readonly closed: To
}

export const LinesSheet = ({ device, closed }: LinesSheetProps) => {
  const query = useQuery({ ...queryOf(devices.lines, { deviceId: device.id }), refetchInterval: refreshMs })
  if (query.data?.hasLines) return <LinesForm device={device} closed={closed} lines={query.data} />
  return (
    <SideSheet title={`Counting lines of ${device.name}`} closed={closed}>
      <View op={devices.lines} query={query} rows={3} failed="The counting lines could not be loaded">
        {() => <p>It reports by itself what counts in and what counts out: no lines are set of it.</p>}
      </View>
    </SideSheet>
  )
}

const LinesForm = ({ device, closed, lines }: LinesSheetProps & { readonly lines: LinesAsSet }) => {
  const cache = useQueryClient()
  const [before] = useState(() => linesFieldsOf(lines))
  const form = useForm<LinesFields>({ defaultValues: before })
  const { control } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' })
  const [version, typed] = useWatch({ control, name: ['version', 'lines'] })
  return (
    <FormSheet
      wide
      title={`Counting lines of ${device.name}`}
      subtitle="Which lines of the camera count people in, and which out. What was counted stays; a change counts from the next report on."
      closed={closed}
      form={form}
      draft={`counting lines ${device.id}`}
      what={`The counting lines of ${device.name}`}
      label="Save lines"
      send={async (entered) => {
        try {
          await call(devices.setLines, { deviceId: device.id, ...linesOf(entered), version: entered.version })
        } catch (error) {
          // What they are by now stands beside what was typed.
          if (isStatus(error, 409))
            await cache.invalidateQueries({ queryKey: queryOf(devices.lines, { deviceId: device.id }).queryKey })
          throw error
        }
        return `The counting lines of ${device.name} are saved.`
      }}
    >
      {version < lines.version && lines.changed && (
        <ChangedMeanwhile
          what="list of lines"
          by={lines.changed.by}
          at={lines.changed.at}
          onKeepMine={() => form.setValue('version', lines.version)}
          onLoadTheirs={() => form.reset(linesFieldsOf(lines))}
        >
          <SavedLines lines={lines} />
        </ChangedMeanwhile>
      )}
      {fields.length === 0 && <p className="text-muted">No line: nothing that the camera reports is counted.</p>}
      {fields.map(({ id }, index) => (
        <OneLine key={id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      <Button
        variant="outlined"
        startIcon={<Icon name="add" />}
        className="justify-self-start"
        onClick={() => append(aLine('', 'in'))}
      >
        Add a line
      </Button>
      <Removed was={lines} lines={typed} onPutBack={({ name, way }) => append({ name, way, before: name })} />
      <NotUsed
        reported={unusedLines(lines.reported, [...typed, ...removedLines(lines, typed)])}
        onUse={(line, way) => append(aLine(line, way))}
      />
    </FormSheet>
  )
}

const aLine = (name: string, way: Way): LineField => ({ name, way, before: '' })

const SavedLines = ({ lines }: { readonly lines: LinesAsSet }) => {
  const set = setLinesOf(lines)
  if (set.length === 0) return <p className="font-semibold">No line</p>
  return (
    <ul className="wrap-anywhere">
      {set.map(({ name, way }) => (
        <li key={name}>
          <span className="font-semibold">{name}</span>: {wayWords[way]}
        </li>
      ))}
    </ul>
  )
}

interface OneLineProps {
  readonly form: UseFormReturn<LinesFields>
  readonly index: number
  readonly onRemove: () => void
}

const OneLine = ({ form, index, onRemove }: OneLineProps) => {
  const { control, getValues } = form
  const line = useLine(control, index)
  const isRenamed = line !== undefined && line.before !== '' && line.name.trim() !== line.before
  return (
    <section className="grid grid-cols-1 gap-4 rounded border border-line p-4" aria-label={`Line ${index + 1}`}>
      <header className="flex flex-wrap items-center justify-between gap-2 [&_h3]:m-0 [&_h3]:text-md">
        <h3>Line {index + 1}</h3>
        <Button
          size="small"
          startIcon={<Icon name="close" />}
          onClick={onRemove}
          aria-label={`Remove line ${index + 1}`}
        >
          Remove
        </Button>
      </header>
      <FieldPair>
        <TextInput
          control={control}
          name={`lines.${index}.name`}
          label="Name at the camera"
          required
          help={
            isRenamed
              ? `It was ${line.before}: under the new name counting begins with its next report.`
              : 'As it is written there: Entry Counter, Device1Scenario1.'
          }
          rule={() => lineFault(getValues('lines'), index)}
          slotProps={{ htmlInput: { autoComplete: 'off' } }}
        />
        <SelectInput control={control} name={`lines.${index}.way`} label="Direction" options={wayOptions} />
      </FieldPair>
    </section>
  )
}

const useLine = (control: Control<LinesFields>, index: number): LineField | undefined =>
  useWatch({ control, name: 'lines' })[index]

const ways = ['in', 'out'] as const
const wayOptions = ways.map((value) => ({ value, label: wayWords[value] }))

interface RemovedProps {
  readonly was: LinesAsSet
  readonly lines: readonly LineField[]
  readonly onPutBack: (line: { readonly name: string; readonly way: Way }) => void
}

/** What saving does to those that were set and are in the form no more. */
const Removed = ({ was, lines, onPutBack }: RemovedProps) => {
  const removed = removedLines(was, lines)
  if (removed.length === 0) return null
  return (
    <section className="grid gap-3 rounded border border-line p-4" aria-label="Removed once you save">
      <p className="text-sm text-muted">
        Removed once you save: what they counted stays; what they report from then on is not counted.
      </p>
      {removed.map((line) => (
        <p key={line.name} className="flex flex-wrap items-center justify-between gap-2 wrap-anywhere">
          <span>
            {line.name}: {wayWords[line.way]}
          </span>
          <Button size="small" onClick={() => onPutBack(line)} aria-label={`Put back ${line.name}`}>
            Put back
          </Button>
        </p>
      ))}
    </section>
  )
}

interface NotUsedProps {
  readonly reported: readonly LinesAsSet['reported'][number][]
  readonly onUse: (line: string, way: Way) => void
}

const NotUsed = ({ reported, onUse }: NotUsedProps) =>
  reported.length === 0 ? null : (
    <section className="grid gap-3 rounded border border-line p-4" aria-label="Reported by the device, not used">
      <h3 className="m-0 text-md">Reported by the device, not used</h3>
      {reported.map(({ line, at }) => (
        <div key={line} className="flex flex-wrap items-center justify-between gap-2 wrap-anywhere">
          <span>
            {line}
            <span className="block text-sm text-muted">
              Last report <When at={at} />
            </span>
          </span>
          <span className="flex flex-wrap gap-2">
            {ways.map((way) => (
              <Button
                key={way}
                size="small"
                variant="outlined"
                onClick={() => onUse(line, way)}
                aria-label={`Count ${way} by ${line}`}
              >
                Count {way}
              </Button>
            ))}
          </span>
        </div>
      ))}
    </section>
  )
