// The saved views of a list page: choosing one, saving what is shown now as one more, sharing, renaming and removing.
import * as savedViews from '@gatehouse/contract/system/saved-views'
import type { SavedView } from '@gatehouse/contract/system/saved-views'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, type To, useSearchParams } from 'react-router'
import { useHolds } from '../../kit/can.tsx'
import { call, messageOf } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { Empty, View } from '../feedback/states.tsx'
import { toast } from '../feedback/toast.ts'
import { CheckInput } from '../forms/check-field.tsx'
import { PartForm } from '../forms/part-form.tsx'
import { TextInput } from '../forms/text-input.tsx'
import { CallButton } from '../primitives/call-button.tsx'
import { Icon } from '../primitives/icon.tsx'
import { SideSheet } from '../sheets/side-sheet.tsx'
import type { SavedViewsProps } from './saved-views.tsx'

export const SavedViewsSheet = ({ page, besides, closed }: SavedViewsProps & { readonly closed: To }) => {
  const query = useQuery(queryOf(savedViews.list, { page }))
  const shown = useShown(besides)
  const [saved, setSaved] = useState(0)
  return (
    <SideSheet title="Saved views" closed={closed}>
      <div className="grid gap-6">
        <View op={savedViews.list} query={query} rows={4} failed="The views could not be loaded">
          {({ views }) =>
            views.length === 0 ? (
              <Empty title="No views yet">
                <p>A view keeps the filters and columns that you look at again and again.</p>
              </Empty>
            ) : (
              <ul>
                {views.map((view) => (
                  <ViewRow key={view.id} view={view} isShown={view.query === shown} />
                ))}
              </ul>
            )
          }
        </View>
        <SaveView key={saved} page={page} shown={shown} onSaved={() => setSaved(saved + 1)} />
      </div>
    </SideSheet>
  )
}

/** What is shown now, as it stands in the address but for the sheet itself. */
const useShown = (besides: SavedViewsProps['besides'] = {}): string => {
  const [query] = useSearchParams()
  const shown = new URLSearchParams(query)
  shown.delete('views')
  for (const [name, value] of Object.entries(besides)) if (!shown.has(name)) shown.set(name, value)
  return shown.toString()
}

interface SaveViewProps {
  readonly page: string
  readonly shown: string
  /** One begins anew. */
  readonly onSaved: () => void
}

const formPart = 'grid justify-items-start gap-3 [&_h3]:m-0! [&_h3]:text-md! [&_h3]:font-semibold'

const SaveView = ({ page, shown, onSaved }: SaveViewProps) => {
  const form = useForm({ defaultValues: { name: '', shared: false } })
  return (
    <PartForm
      className={formPart}
      title="Save the current view"
      form={form}
      label="Save view"
      send={async (fields) => {
        await call(savedViews.save, { ...fields, page, query: shown })
        onSaved()
        return `The view ${fields.name} is saved.`
      }}
    >
      <TextInput control={form.control} name="name" label="Name" required />
      <CheckInput control={form.control} name="shared" label="Share with everybody who may open this page" />
    </PartForm>
  )
}

const RenameView = ({ id, name, onRenamed }: { readonly onRenamed: () => void } & Pick<SavedView, 'id' | 'name'>) => {
  const form = useForm({ defaultValues: { name } })
  return (
    <PartForm
      className={`w-full py-2 ${formPart}`}
      title={`Rename ${name}`}
      form={form}
      label="Save name"
      send={async (fields) => {
        await call(savedViews.change, { id, ...fields })
        onRenamed()
        return `The view is called ${fields.name}.`
      }}
    >
      <TextInput control={form.control} name="name" label="New name" required />
    </PartForm>
  )
}

const ViewRow = ({ view, isShown }: { readonly view: SavedView; readonly isShown: boolean }) => {
  const { id, page, name, query, shared, own, owner } = view
  const administers = useHolds(['admin_access'])
  const [renaming, setRenaming] = useState(false)
  const remove = async () => {
    try {
      await call(savedViews.remove, { id })
      toast('success', `The view ${name} is removed.`)
    } catch (error) {
      toast('error', messageOf(error, `The view ${name} could not be removed.`))
    }
  }
  return (
    <li className="flex min-h-[52px] flex-wrap items-center gap-2 px-0 py-1 not-first:border-t not-first:border-t-line">
      <span className="grid min-w-0 flex-[1_1_10rem] wrap-anywhere [&_span]:text-sm [&_span]:text-muted">
        <Link
          replace
          to={{ pathname: page, search: query }}
          aria-current={isShown ? 'true' : undefined}
          className="aria-[current]:font-semibold"
        >
          {name}
        </Link>
        <span>{own ? (shared ? 'Yours, shared' : 'Yours') : `Shared by ${owner}`}</span>
      </span>
      {own && (
        <>
          <Button
            size="small"
            aria-label={`Rename the view ${name}`}
            aria-expanded={renaming}
            onClick={() => setRenaming(!renaming)}
          >
            Rename
          </Button>
          <CallButton
            size="small"
            aria-label={shared ? `Stop sharing the view ${name}` : `Share the view ${name}`}
            run={() => call(savedViews.change, { id, shared: !shared })}
            failed={`The view ${name} could not be changed.`}
          >
            {shared ? 'Stop sharing' : 'Share'}
          </CallButton>
        </>
      )}
      {(own || administers) && (
        <IconButton aria-label={`Remove the view ${name}`} onClick={() => void remove()}>
          <Icon name="close" size="medium" />
        </IconButton>
      )}
      {renaming && <RenameView id={id} name={name} onRenamed={() => setRenaming(false)} />}
    </li>
  )
}
