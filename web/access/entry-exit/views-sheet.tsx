// Views of the report: those that are kept, and keeping what is shown now as one more.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { View as SavedView } from '@gatehouse/contract/access/entry-exit'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm, useFormState } from 'react-hook-form'
import { Link, type To, useSearchParams } from 'react-router'
import { call, messageOf } from '../../kit/data/api.ts'
import { useHolds } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { columnsIn, columnsText } from './report-columns.tsx'
import { writeFilters, readFilters } from './report-filters.ts'
import { useSending } from '../../ui/forms/use-sending.ts'

export const ViewsSheet = ({ closed }: { readonly closed: To }) => {
  const query = useQuery(queryOf(entryExit.views, {}))
  return (
    <SideSheet title="Views of the report" closed={closed}>
      <div className="grid gap-6">
        <SaveView />
        <View op={entryExit.views} query={query} rows={4} failed="The views could not be loaded">
          {({ views }) =>
            views.length === 0 ? (
              <Empty title="No views yet">
                <p>A view keeps the filters and columns that you look at again and again.</p>
              </Empty>
            ) : (
              <ul>
                {views.map((view) => (
                  <ViewRow key={view.id} view={view} />
                ))}
              </ul>
            )
          }
        </View>
      </div>
    </SideSheet>
  )
}

/** What is shown now, as it stands in the address. */
const useShown = () => {
  const [query] = useSearchParams()
  const shown = writeFilters(readFilters(query))
  shown.set('columns', columnsText(columnsIn(query.get('columns'))))
  return shown.toString()
}

const SaveView = () => {
  const shown = useShown()
  const form = useForm({ defaultValues: { name: '', shared: false } })
  const { isSubmitting } = useFormState({ control: form.control })
  const [failure, setFailure] = useState<string | null>(null)
  const save = useSending(form, async ({ name, shared }) => {
    setFailure(null)
    try {
      await call(entryExit.saveView, { name, shared, query: shown })
      toast('success', `The view ${name} is saved.`)
      form.reset()
    } catch (error) {
      setFailure(showFaults(form, error))
    }
  })
  return (
    <form
      className="grid justify-items-start gap-3 [&_h3]:text-md [&_h3]:font-semibold"
      noValidate
      onSubmit={(event) => void save(event)}
    >
      <h3>Save the current view</h3>
      <TextInput control={form.control} name="name" label="Name" required />
      <Controller
        control={form.control}
        name="shared"
        render={({ field: { value, onChange, ref, name } }) => (
          <FormControlLabel
            label="For everybody who may read the report"
            control={
              <Checkbox
                name={name}
                checked={value}
                slotProps={{ input: { ref } }}
                onChange={(_, checked) => onChange(checked)}
              />
            }
          />
        )}
      />
      <Failure text={failure} />
      <Button type="submit" variant="contained" aria-disabled={isSubmitting}>
        {isSubmitting ? 'Saving…' : 'Save view'}
      </Button>
    </form>
  )
}

const ViewRow = ({ view: { id, name, query, shared, own, owner } }: { readonly view: SavedView }) => {
  const rules = useHolds(['admin_access'])
  const remove = async () => {
    try {
      await call(entryExit.removeView, { id })
      toast('success', `The view ${name} is removed.`)
    } catch (error) {
      toast('error', messageOf(error, `The view ${name} could not be removed.`))
    }
  }
  const share = async () => {
    try {
      await call(entryExit.changeView, { id, shared: !shared })
    } catch (error) {
      toast('error', messageOf(error, `The view ${name} could not be changed.`))
    }
  }
  return (
    <li className="flex min-h-[52px] items-center gap-2 px-0 py-1 not-first:border-t not-first:border-t-line">
      <span className="grid min-w-0 flex-1 wrap-anywhere [&_span]:text-sm [&_span]:text-muted">
        <Link to={{ pathname: '/entry-exit/report', search: query }}>{name}</Link>
        <span>{own ? (shared ? 'Yours, shared' : 'Yours') : `Shared by ${owner}`}</span>
      </span>
      {own && (
        <Button size="small" onClick={() => void share()}>
          {shared ? 'Stop sharing' : 'Share'}
        </Button>
      )}
      {(own || rules) && (
        <IconButton aria-label={`Remove the view ${name}`} onClick={() => void remove()}>
          <Icon name="close" size="medium" />
        </IconButton>
      )}
    </li>
  )
}
