// Displays at entrances: the links by which screens show how many people are inside, and revoking them.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import type { Display } from '@gatehouse/contract/safety/occupancy'
import { useMissing } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Empty, NoPermission } from '../../ui/feedback/states.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { useWhole } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { When } from '../../ui/time/when.tsx'

const DisplayForm = later(async () => (await import('./display-form.tsx')).DisplayForm, 'over')

export const DisplaysSection = () => {
  const missing = useMissing(occupancy.displays)
  if (missing.length > 0) return <NoPermission missing={missing} />
  return <Displays />
}

const Displays = () => {
  const pages = useWhole(occupancy.displays, {})
  const { id, to, closed } = useSheetAddress('display')
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Displays at entrances">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <p className="max-w-[70ch] text-muted">
          A screen, tablet or phone at an entrance opens the link and shows whether to come in. Whoever has the link
          sees the number and the limit, and nothing else.
        </p>
        <AddLink to={to('new')}>Add display</AddLink>
      </div>
      <DataTable
        name="displays"
        label="Displays"
        noun={['display', 'displays']}
        pages={pages}
        rows={({ displays }) => displays}
        rowId={(display) => display.id}
        rowName={({ title }) => title}
        columns={columns}
        card={card}
        rowAction={revoke}
        failed="The displays could not be loaded"
        empty={
          <Empty title="No displays yet">
            <p>Make a link for a site, floor or zone, and open it on the screen at its entrance.</p>
            <AddLink to={to('new')}>Add the first display</AddLink>
          </Empty>
        }
      />
      {id !== null && <DisplayForm key={id} closed={closed} />}
    </section>
  )
}

const Revoke = ({ display: { id, title } }: { readonly display: Display }) => (
  <ConfirmButton
    size="small"
    aria-label={`Revoke ${title}`}
    title={`Revoke ${title}?`}
    action="Revoke"
    busy="Revoking…"
    run={() => call(occupancy.revokeDisplay, { displayId: id })}
    done={`The display ${title} is revoked.`}
  >
    <p>Its link shows nothing from now on. You can make another one.</p>
  </ConfirmButton>
)

const revoke = (display: Display) => <Revoke display={display} />

const columns: readonly Column<Display>[] = [
  { field: 'title', title: 'Title', text: ({ title }) => title },
  { field: 'place', title: 'Place', text: ({ place }) => place.name },
  {
    field: 'created',
    title: 'Added',
    render: ({ createdAt, createdBy }) => (
      <>
        <When at={createdAt} />
        <Note>{createdBy}</Note>
      </>
    ),
    value: ({ createdAt }) => createdAt,
  },
  {
    field: 'expires',
    title: 'Until',
    render: ({ expiresAt }) => (expiresAt === null ? 'Until it is revoked' : <When at={expiresAt} />),
    value: ({ expiresAt }) => expiresAt,
  },
]

const card = ({ title, place, expiresAt }: Display) => (
  <>
    <strong>{title}</strong>
    <Note>{place.name}</Note>
    {expiresAt !== null && (
      <Note>
        Until <When at={expiresAt} />
      </Note>
    )}
  </>
)
