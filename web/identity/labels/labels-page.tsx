// The labels of the company: what each one marks and who has it.
import * as labels from '@gatehouse/contract/identity/labels'
import type { Label } from '@gatehouse/contract/identity/labels'
import Button from '@mui/material/Button'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { LabelChip } from '../../ui/primitives/label-chip.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { SavedViews } from '../../ui/tables/saved-views.tsx'
import { peopleText, usesText } from './label-words.ts'

const LabelSheet = later(async () => (await import('./label-sheet.tsx')).LabelSheet, 'over')
const LabelForm = later(async () => (await import('./label-form.tsx')).LabelForm, 'over')
const MarksForm = later(async () => (await import('./marks-form.tsx')).MarksForm, 'over')

export const LabelsPage = () => {
  const filters = useUrlFilters()
  const search = filters.get('search')
  const pages = useWhole(labels.list, {})
  const all = pages.first?.labels
  const shown = useSheetAddress('label')
  const edited = useSheetAddress('edit')
  const marked = useSheetAddress('marks')
  const setSearch = (value: string) => filters.set({ search: value })
  const find = (id: string | null) => all?.find(({ _id }) => _id === id) ?? null
  const add = <AddLink to={edited.to('new')}>Add label</AddLink>
  return (
    <div className="grid grid-cols-1 gap-4 [&>header]:mb-1">
      <PageHeader title="Labels" lead="What a label marks is seen only by people who have it" action={add} />
      <div className="grid grid-cols-[minmax(0,24rem)_auto] gap-3 *:[a]:justify-self-start">
        <SearchField label="Search labels" value={search} onChange={setSearch} />
        <SavedViews page="/labels" />
      </div>
      <DataTable
        name="labels"
        label="Labels"
        noun={['label', 'labels']}
        pages={{ ...pages, op: labels.create }}
        rows={({ labels: found }) => found.filter((label) => speaksOf(label, search))}
        rowId={({ _id }) => _id}
        rowName={({ name }) => name}
        columns={columns}
        card={labelCard}
        to={({ _id }) => shown.to(_id)}
        failed="The labels could not be loaded"
        empty={
          search === '' ? (
            <Empty title="No labels yet">
              <p>Mark sites, zones and devices with a label, and only people who have it will see them.</p>
              {add}
            </Empty>
          ) : (
            <Empty title={`No labels match “${search}”`}>
              <Button variant="outlined" onClick={() => setSearch('')}>
                Show all
              </Button>
            </Empty>
          )
        }
      />
      {!all ? null : edited.id !== null ? (
        <LabelForm key={edited.id} label={find(edited.id)} isNew={edited.id === 'new'} closed={edited.closed} />
      ) : marked.id !== null ? (
        <MarksForm key={marked.id} label={find(marked.id)} closed={marked.closed} />
      ) : shown.id !== null ? (
        <LabelSheet
          key={shown.id}
          label={find(shown.id)}
          edit={edited.to(shown.id)}
          mark={marked.to(shown.id)}
          closed={shown.closed}
        />
      ) : null}
    </div>
  )
}

const speaksOf = ({ name, description }: Label, search: string) =>
  `${name}\n${description}`.toLowerCase().includes(search.toLowerCase())

const columns: readonly Column<Label>[] = [
  {
    field: 'name',
    title: 'Label',
    minWidth: 180,
    render: ({ name, colour }) => <LabelChip name={name} colour={colour} />,
  },
  {
    field: 'description',
    title: 'Description',
    flex: 2,
    minWidth: 200,
    render: ({ description }) => description || '–',
  },
  { field: 'marks', title: 'Used on', minWidth: 160, render: ({ uses }) => usesText(uses) },
  { field: 'people', title: 'Assigned to', minWidth: 120, render: ({ uses }) => peopleText(uses.people) },
]

const labelCard = ({ name, colour, description, uses }: Label) => (
  <>
    <span>
      <LabelChip name={name} colour={colour} />
    </span>
    {description && <span>{description}</span>}
    <span className="text-sm font-normal text-muted">
      Used on {usesText(uses)} · {peopleText(uses.people)}
    </span>
  </>
)
