// One label in full: what it marks, who has it, and what may be done with it.
import * as devices from '@gatehouse/contract/building/devices'
import * as labels from '@gatehouse/contract/identity/labels'
import type { Label } from '@gatehouse/contract/identity/labels'
import type { Output } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { GoneSheet } from '../../ui/sheets/answer-sheet.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import { LabelChip } from '../../ui/primitives/label-chip.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { SideSheet, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { deletionEffects, peopleText, usesText } from './label-words.ts'

interface LabelSheetProps {
  /** null: it is not there, or not any more. */
  readonly label: Label | null
  readonly edit: To
  readonly mark: To
  readonly closed: To
}

export const LabelSheet = ({ label, edit, mark, closed }: LabelSheetProps) => {
  const close = useCloseSheet(closed)
  if (!label) {
    const why = 'It may have been deleted since the link was made, or it is not one that you may see.'
    return <GoneSheet name="Label" title="This label is not there" says={why} closed={closed} />
  }
  const { _id, name, colour, description, uses } = label
  return (
    <SideSheet
      title={<LabelChip name={name} colour={colour} />}
      subtitle={`Marks ${usesText(uses)} · ${peopleText(uses.people)}`}
      closed={closed}
      foot={
        <>
          <ConfirmButton
            title={`Delete the label ${name}?`}
            action="Delete"
            run={() => call(labels.remove, { id: _id })}
            done={`The label ${name} is deleted.`}
            then={close}
          >
            <DeletionEffects label={label} />
          </ConfirmButton>
          <Button component={Link} to={edit} state={opensSheet} variant="outlined">
            Edit
          </Button>
          <Button component={Link} to={mark} state={opensSheet} variant="contained">
            Choose what it marks
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {description && <p>{description}</p>}
        <Marks id={_id} />
      </div>
    </SideSheet>
  )
}

const Marks = ({ id }: { readonly id: string }) => {
  const query = useQuery(queryOf(labels.marks, { id }))
  return (
    <View op={labels.marks} query={query} rows={6} failed="What the label marks could not be loaded">
      {({ sites, zones, devices: marked, people }) => (
        <>
          <Names title="Sites" names={sites} none="No site." />
          <Names title="Zones" names={zones} none="No zone." />
          <Names title="Devices" names={marked} none="No device." />
          <Names title="People who have it" names={people} none="Nobody. Give it in a person’s account." />
        </>
      )}
    </View>
  )
}

interface NamesProps {
  readonly title: string
  readonly names: readonly { readonly id: string; readonly name: string }[]
  readonly none: string
}

const Names = ({ title, names, none }: NamesProps) => (
  <section>
    <h3>
      {title} <span className="text-sm font-normal text-muted">{names.length}</span>
    </h3>
    {names.length === 0 ? (
      <Note>{none}</Note>
    ) : (
      <ul className="flex flex-wrap gap-2">
        {names.map(({ id, name }) => (
          <li key={id} className="min-w-0 rounded border border-line bg-sunken px-3 py-[2px] wrap-anywhere">
            {name}
          </li>
        ))}
      </ul>
    )}
  </section>
)

const DeletionEffects = ({ label: { _id, uses } }: { readonly label: Label }) => {
  const marks = useQuery(queryOf(labels.marks, { id: _id })).data
  const known = useQuery(queryOf(devices.list, {})).data?.devices ?? []
  return effectsOf(uses, marks, known).map((sentence) => <p key={sentence}>{sentence}</p>)
}

const effectsOf = (
  uses: Label['uses'],
  marks: Output<typeof labels.marks> | undefined,
  known: readonly devices.Device[],
): string[] => {
  const kinds = (marks?.devices ?? []).flatMap(({ id }) => known.find((device) => device.id === id)?.kind ?? [])
  const marked = {
    sites: marks?.sites.map(({ name }) => name) ?? Array.from({ length: uses.sites }, () => ''),
    zones: marks?.zones.map(({ name }) => name) ?? Array.from({ length: uses.zones }, () => ''),
    devices: kinds,
    people: marks?.people.length ?? uses.people,
  }
  return deletionEffects(marked, (marks?.devices.length ?? uses.devices) - kinds.length)
}
