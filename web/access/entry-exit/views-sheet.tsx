// Views of the report: those that are kept, and keeping what is shown now as one more.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { View as SavedView } from '@gatehouse/contract/access/entry-exit'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, type To, useSearchParams } from 'react-router'
import { call, messageOf } from '../../kit/data/api.ts'
import { useHolds } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { CheckInput } from '../../ui/forms/check-field.tsx'
import { PartForm } from '../../ui/forms/part-form.tsx'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { columnsIn, columnsText } from './report-columns.tsx'
import { writeFilters, readFilters } from './report-filters.ts'

export const ViewsSheet = ({ closed }: { readonly closed: To }) => {
  const query = useQuery(queryOf(entryExit.views, {}))
  const [saved, setSaved] = useState(0)
  return (
    <SideSheet title="Views of the report" closed={closed}>
      <div className="grid gap-6">
        <SaveView key={saved} onSaved={() => setSaved(saved + 1)} />
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

/** `onSaved`: one begins anew. */
const SaveView = ({ onSaved }: { readonly onSaved: () => void }) => {
  const shown = useShown()
  const form = useForm({ defaultValues: { name: '', shared: false } })
  return (
    <PartForm
      className="grid justify-items-start gap-3 [&_h3]:m-0! [&_h3]:text-md! [&_h3]:font-semibold"
      title="Save the current view"
      form={form}
      label="Save view"
      send={async (fields) => {
        await call(entryExit.saveView, { ...fields, query: shown })
        onSaved()
        return `The view ${fields.name} is saved.`
      }}
    >
      <TextInput control={form.control} name="name" label="Name" required />
      <CheckInput control={form.control} name="shared" label="For everybody who may read the report" />
    </PartForm>
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
  return (
    <li className="flex min-h-[52px] items-center gap-2 px-0 py-1 not-first:border-t not-first:border-t-line">
      <span className="grid min-w-0 flex-1 wrap-anywhere [&_span]:text-sm [&_span]:text-muted">
        <Link to={{ pathname: '/entry-exit/report', search: query }}>{name}</Link>
        <span>{own ? (shared ? 'Yours, shared' : 'Yours') : `Shared by ${owner}`}</span>
      </span>
      {own && (
        <CallButton
          size="small"
          run={() => call(entryExit.changeView, { id, shared: !shared })}
          failed={`The view ${name} could not be changed.`}
        >
          {shared ? 'Stop sharing' : 'Share'}
        </CallButton>
      )}
      {(own || rules) && (
        <IconButton aria-label={`Remove the view ${name}`} onClick={() => void remove()}>
          <Icon name="close" size="medium" />
        </IconButton>
      )}
    </li>
  )
}
