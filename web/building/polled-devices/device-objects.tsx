// The analog objects of a BACnet device, to choose those that become points.
import type { FoundObject } from '@gatehouse/contract/building/polling'
import { gasChannels } from '@gatehouse/contract/building/gas-channels'
import type { GasChannel } from '@gatehouse/contract/building/wire'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { counted } from '../../kit/counted.ts'
import { gasTitle } from '../../kit/gas-words.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { CheckField } from '../../ui/forms/check-field.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { isEnterInField } from './find-devices.tsx'
import { type Chosen, keyOf, presentValueText, unitNote, withChosen } from './found-points.ts'
import type { PollFields } from './poll-fields.ts'
import { troubleWords } from './poll-words.ts'
import { mostPoints } from './points-fieldset.tsx'
import type { ListedObjects, ReadObjects } from './use-device-objects.ts'

interface DeviceObjectsProps extends ReadObjects {
  readonly form: UseFormReturn<PollFields>
}

export const DeviceObjects = ({ form, listed, isOld, isBusy, failure, read }: DeviceObjectsProps) => (
  <section aria-label="Objects of the device" className="rounded border border-line bg-sunken p-4">
    <div
      role="presentation"
      className="grid gap-3"
      onKeyDown={(event) => {
        // Else it would send the form around it.
        if (isEnterInField(event)) event.preventDefault()
      }}
    >
      <p className="flex flex-wrap items-center gap-3">
        <Button variant="outlined" aria-disabled={isBusy} onClick={() => void read()}>
          {isBusy ? 'Reading…' : 'Read the objects'}
        </Button>
        <span className="text-sm text-muted">
          Lists the analog inputs and values of the device, to choose points from.
        </span>
      </p>
      <Failure text={failure} />
      <div aria-live="polite">
        {listed && !isBusy && <Listed key={listed.of} form={form} listed={listed} isOld={isOld} />}
      </div>
    </div>
  </section>
)

interface ListedProps extends Pick<DeviceObjectsProps, 'form' | 'isOld'> {
  readonly listed: ListedObjects
}

/** With so many, a search is worth its place. */
const searchedFrom = 10

const Listed = ({ form, listed, isOld }: ListedProps) => {
  const { of, found } = listed
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const [added, setAdded] = useState<string | null>(null)
  const [sought, setSought] = useState('')
  const points = useWatch({ control: form.control, name: 'points' })
  const there = new Set(points.map(keyOf))
  const { objects, trouble, error, name, vendor, model, more } = found
  const choose = (object: FoundObject, channel: GasChannel | '' | null) => {
    const next = new Map(chosen)
    if (channel === null) next.delete(keyOf(object))
    else next.set(keyOf(object), channel)
    setChosen(next)
    setFaults(new Map())
    setAdded(null)
  }
  const add = () => {
    const result = withChosen(points, objects, chosen)
    const isFull = result.points.length > mostPoints
    setFaults(result.faults)
    setAdded(isFull ? `A device has at most ${mostPoints} points.` : null)
    if (result.faults.size > 0 || isFull) return
    form.setValue('points', result.points, { shouldDirty: true })
    form.clearErrors('points')
    setChosen(new Map())
    setAdded(`${counted(chosen.size, 'point')} added below.`)
  }
  if (trouble !== null)
    return (
      <p className="grid gap-1 wrap-anywhere">
        <StatusWord {...troubleWords[trouble]} />
        <span>{error}</span>
      </p>
    )
  const isMany = objects.length >= searchedFrom
  const shown = objects.filter((object) => textOf(object).includes(sought.toLowerCase()))
  return (
    <div className="grid gap-3" data-old={isOld || undefined}>
      <p className="wrap-anywhere">
        <strong>{name ?? of}</strong>
        <span className="text-muted"> {[vendor, model, of].filter((text) => text !== null).join(' · ')}</span>
      </p>
      {isOld && <p className="text-warning">The address has been changed since: read the objects again.</p>}
      {objects.length === 0 && <p>This device has no analog inputs and no analog values.</p>}
      {isMany && <SearchField label="Search objects" value={sought} onChange={setSought} />}
      {objects.length > 0 && shown.length === 0 && <p>No objects match “{sought}”.</p>}
      <ul className="grid data-many:max-h-[24rem] data-many:overflow-y-auto" data-many={isMany || undefined}>
        {shown.map((object) => (
          <ObjectLine
            key={keyOf(object)}
            object={object}
            isPoint={there.has(keyOf(object))}
            channel={chosen.get(keyOf(object)) ?? null}
            fault={faults.get(keyOf(object)) ?? null}
            onChoose={(channel) => choose(object, channel)}
          />
        ))}
      </ul>
      {more && <p className="text-muted">The device has more objects than are listed: type their instances below.</p>}
      {objects.length > 0 && (
        <p className="flex flex-wrap items-center gap-3">
          <Button variant="outlined" disabled={chosen.size === 0 || isOld} onClick={add}>
            {chosen.size === 0 ? 'Add points' : `Add ${counted(chosen.size, 'point')}`}
          </Button>
          <output>{added}</output>
        </p>
      )}
    </div>
  )
}

interface ObjectLineProps {
  readonly object: FoundObject
  readonly isPoint: boolean
  /** null: it is not chosen. */
  readonly channel: GasChannel | '' | null
  readonly fault: string | null
  readonly onChoose: (channel: GasChannel | '' | null) => void
}

const ObjectLine = ({ object, isPoint, channel, fault, onChoose }: ObjectLineProps) => {
  const title = object.name ?? keyOf(object)
  const note = channel === null || channel === '' ? null : unitNote(channel, object)
  return (
    <li className="grid gap-1 border-t border-t-line py-2 wrap-anywhere">
      <span className="flex min-h-10 flex-wrap items-center justify-between gap-x-3">
        {isPoint ? (
          <strong className="ps-8">{title}</strong>
        ) : (
          <CheckField
            label={title}
            checked={channel !== null}
            onChange={(checked) => onChoose(checked ? (object.channel ?? '') : null)}
          />
        )}
        <span className="flex items-baseline gap-3">
          {isPoint && <StatusWord state="normal" word="A point" />}
          <span className="tabular-nums">{presentValueText(object)}</span>
        </span>
      </span>
      <span className="ps-8 text-sm text-muted">
        {[keyOf(object), ...(object.description === null ? [] : [object.description])].join(' · ')}
      </span>
      {channel !== null && (
        <span className="grid ps-8 pt-2">
          <SelectField
            size="small"
            label={`Channel of ${title}`}
            value={channel}
            options={channels}
            error={fault !== null}
            helperText={fault ?? note}
            onChange={onChoose}
          />
        </span>
      )}
    </li>
  )
}

const channels: readonly (readonly [GasChannel | '', string])[] = [
  ['', 'Choose a channel'],
  ...gasChannels.map((channel) => [channel, gasTitle(channel)] as const),
]

const textOf = (object: FoundObject): string =>
  [keyOf(object), object.name ?? '', object.description ?? ''].join(' ').toLowerCase()
