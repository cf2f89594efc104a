// A floor of a site.
import * as sites from '@gatehouse/contract/building/sites'
import type { Floor, Site } from '@gatehouse/contract/building/sites'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { PlaceForm, placeNameRule } from './place-form.tsx'

interface FloorFormProps {
  readonly site: Site
  /** null: a new one. */
  readonly floor: Floor | null
  readonly closed: To
}

interface Fields {
  name: string
  level: string
}

export const FloorForm = ({ site, floor, closed }: FloorFormProps) => {
  const [before] = useState<Fields>(() => ({
    name: floor?.name ?? '',
    level: String(floor?.level ?? Math.max(-1, ...site.floors.map(({ level }) => level)) + 1),
  }))
  const form = useForm<Fields>({ defaultValues: before })
  return (
    <PlaceForm
      kind="floor"
      name={floor?.name ?? null}
      subtitle={`Of ${site.name}`}
      closed={closed}
      form={form}
      send={({ name, level }) =>
        floor
          ? call(sites.updateFloor, { floorId: floor.id, name, level: Number(level) })
          : call(sites.addFloor, { siteId: site.id, name, level: Number(level) })
      }
      remove={floor ? () => call(sites.removeFloor, { floorId: floor.id }) : null}
      removes="Its plan goes with it. A floor that has zones cannot be removed."
    >
      <TextInput control={form.control} name="name" label="Name" required rule={placeNameRule} />
      <TextInput
        control={form.control}
        name="level"
        label="Level"
        type="number"
        required
        rule={levelRule}
        help="0 is the ground floor, -1 the first below it."
      />
    </PlaceForm>
  )
}

const levelRule = (value: string): string | null =>
  /^-?\d+$/.test(value.trim()) && Number(value) >= -20 && Number(value) <= 200 ? null : 'A whole number from -20 to 200'
