// Changes of set points that take no more than a reason: an area ends, a rule beside them is deleted, or whether a second
// person is wanted.
import type { SetPointChange } from '@gatehouse/contract/safety/set-points'
import { useForm } from 'react-hook-form'
import type { To } from 'react-router'
import { type ChangeFields, fieldsOfPoint } from './change-fields.ts'
import { ChangeSheet } from './change-sheet.tsx'
import type { NameOf } from './differences.tsx'

interface SmallChangeProps {
  readonly change: SetPointChange
  readonly title: string
  /** What it means. */
  readonly subtitle: string
  readonly done: string
  readonly isSecondPersonWanted: boolean
  readonly nameOf: NameOf
  readonly areaName: (areaId: string | null, isNewArea: boolean) => string
  readonly closed: To
}

export const SmallChange = ({ change, ...sheet }: SmallChangeProps) => {
  const form = useForm<ChangeFields>({ defaultValues: fieldsOfPoint(undefined) })
  return (
    <ChangeSheet {...sheet} form={form} draft={sheet.title} what="The change of set points" changeOf={() => change} />
  )
}
