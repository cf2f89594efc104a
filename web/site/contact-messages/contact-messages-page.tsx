// What was written from the contact page: open ones first in sight, each answered by mail and marked as handled.
import * as contactMessages from '@gatehouse/contract/site/contact-messages'
import type { ContactMessage } from '@gatehouse/contract/site/contact-messages'
import Button from '@mui/material/Button'
import { later } from '../../ui/feedback/later.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { ToggleChoice } from '../../ui/forms/toggle-choice.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { When } from '../../ui/time/when.tsx'
import { SavedViews } from '../../ui/tables/saved-views.tsx'

const MessageSheet = later(async () => (await import('./message-sheet.tsx')).MessageSheet, 'over')

const choices = [
  ['', 'All'],
  ['false', 'Open'],
  ['true', 'Handled'],
] as const
type Choice = (typeof choices)[number][0]

const choiceOf = (text: string): Choice => choices.find(([value]) => value === text)?.[0] ?? ''

export const ContactMessagesPage = () => {
  const filters = useUrlFilters()
  const handled = choiceOf(filters.get('handled'))
  const pages = usePages(
    contactMessages.list,
    (page) => ({
      ...page,
      ...(handled === '' ? {} : { handled }),
    }),
    columns,
  )
  const shown = useSheetAddress('message')
  return (
    <>
      <PageHeader title="Contact messages" lead="Written from the contact page" />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <ToggleChoice
          label="Which messages"
          value={handled}
          options={choices}
          onChange={(chosen) => filters.set({ handled: chosen })}
        />
        <SavedViews page="/contact-messages" />
      </div>
      <DataTable
        name="contact-messages"
        label="Contact messages"
        noun={['message', 'messages']}
        pages={pages}
        rows={({ messages }) => messages}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        columns={columns}
        card={card}
        to={({ id }) => shown.to(id)}
        failed="The contact messages could not be loaded"
        empty={
          handled === '' ? (
            <Empty title="No messages yet">
              <p>What visitors write on the contact page appears here.</p>
            </Empty>
          ) : (
            <Empty title={handled === 'false' ? 'No open messages' : 'No handled messages'}>
              <Button variant="outlined" onClick={() => filters.set({ handled: '' })}>
                Show all messages
              </Button>
            </Empty>
          )
        }
      />
      {shown.id !== null && <MessageSheet key={shown.id} id={shown.id} closed={shown.closed} />}
    </>
  )
}

const columns: readonly Column<ContactMessage, typeof contactMessages.list>[] = [
  { field: 'name', title: 'From', sort: 'name', minWidth: 160, render: ({ name }) => name },
  { field: 'topic', title: 'About', sort: 'topic', minWidth: 160, render: ({ topic }) => topic },
  { field: 'message', title: 'Message', flex: 2, minWidth: 200, render: ({ message }) => message },
  {
    field: 'at',
    title: 'Received',
    sort: 'at',
    descending: 'newest',
    usual: true,
    minWidth: 130,
    render: ({ at }) => <When at={at} />,
  },
  {
    field: 'state',
    title: 'Status',
    sort: 'handledAt',
    descending: 'newest',
    minWidth: 110,
    render: (message) => <StateOf message={message} />,
  },
]

/** Open until somebody marks it. */
export const StateOf = ({ message: { handledAt } }: { readonly message: ContactMessage }) =>
  handledAt === null ? <StatusWord state="information" word="Open" /> : <StatusWord state="normal" word="Handled" />

const card = (message: ContactMessage) => (
  <>
    <strong>{message.name}</strong>
    <Note>
      {message.topic} · <When at={message.at} />
    </Note>
    <StateOf message={message} />
  </>
)
