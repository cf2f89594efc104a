// An occupancy that somebody counted by hand: how many people are there, and why it is set.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Figure } from '@gatehouse/contract/safety/occupancy'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { peopleText } from '../../kit/people-words.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { wholeBetween } from '../../ui/forms/text-rules.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { placeName } from './place-order.ts'

interface CorrectFormProps {
  readonly figure: Figure
  readonly closed: To
}

export const CorrectForm = ({ figure, closed }: CorrectFormProps) => {
  const { id, kind, occupancy: people } = figure
  const name = placeName(figure)
  const form = useForm({ defaultValues: { count: '', reason: '' } })
  const { control } = form
  return (
    <FormSheet
      title={`Correct ${name}`}
      subtitle={
        people === null
          ? 'It counts from what you enter here.'
          : `It shows ${peopleText(people)} people. It counts from what you enter here, and the counters learn from it.`
      }
      closed={closed}
      form={form}
      draft={`correct occupancy ${id}`}
      what={`The correction of ${name}`}
      label="Correct"
      send={async (fields) => {
        const found = { count: Number(fields.count), reason: fields.reason.trim() }
        await setCount(kind, id, found)
        return `The occupancy of ${name} is set to ${peopleText(found.count)}.`
      }}
    >
      <TextInput
        control={control}
        name="count"
        label="People there now"
        required
        help="As you counted them a moment ago."
        rule={wholeBetween(0, 1_000_000, 'people')}
        slotProps={{ htmlInput: { inputMode: 'numeric', autoFocus: true, autoComplete: 'off' } }}
      />
      <TextInput
        control={control}
        name="reason"
        label="Why"
        required
        multiline
        help="For whoever reads the record."
        rule={reasonRule}
      />
    </FormSheet>
  )
}

const setCount = (kind: Figure['kind'], id: string, found: { readonly count: number; readonly reason: string }) => {
  switch (kind) {
    case 'site':
      return call(occupancy.correctSite, { siteId: id, ...found })
    case 'floor':
      return call(occupancy.correctFloor, { floorId: id, ...found })
    default:
      return call(occupancy.correctZone, { zoneId: id, ...found })
  }
}

const reasonRule = (reason: string): string | null => {
  const { length } = reason.trim()
  if (length < 3) return 'Write why, for whoever reads the record'
  return length > 300 ? 'At most 300 characters' : null
}
