// Messages of devices that could not be read: why, replaying one once its cause is mended, and deleting them.
import * as ingest from '@gatehouse/contract/building/ingest'
import type { Quarantined } from '@gatehouse/contract/building/ingest'
import Button from '@mui/material/Button'
import { Link, type To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { RawText } from '../../ui/primitives/raw-text.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { SideSheet, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { type Column, DataTable } from '../../ui/tables/data-table.tsx'
import { When } from '../../ui/time/when.tsx'

export const RejectedSection = () => {
  const pages = usePages(ingest.quarantine, (page) => page, columns)
  const sheet = useSheetAddress('message')
  const shown = pages.answers.flatMap(({ messages }) => messages)
  const open = shown.find(({ id }) => id === sheet.id)
  const [newest] = shown
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm font-normal text-muted">Stored as received. Correct the cause, then replay them.</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="outlined" onClick={() => void pages.query.refetch()}>
            Refresh
          </Button>
          {newest && (
            <ConfirmButton
              variant="outlined"
              label="Delete all"
              title="Delete all rejected messages?"
              action="Delete"
              run={async () => {
                const { discarded } = await call(ingest.discardAll, { until: newest.receivedAt })
                toast('success', discarded === 1 ? '1 message is deleted.' : `${discarded} messages are deleted.`)
              }}
            >
              <p>
                Every message received up to now, also those that are not shown. Nothing of them can be replayed then.
              </p>
            </ConfirmButton>
          )}
        </div>
      </div>
      <DataTable
        name="rejected"
        label="Rejected messages"
        noun={['message', 'messages']}
        pages={pages}
        rows={({ messages }) => messages}
        rowId={({ id }) => id}
        rowName={({ topic, reason }) => `${topic}: ${reason}`}
        columns={columns}
        card={card}
        to={({ id }) => sheet.to(id)}
        failed="The rejected messages could not be loaded"
        empty={
          <Empty title="No rejected messages">
            <p>Everything that devices sent could be read.</p>
          </Empty>
        }
      />
      {open && <MessageSheet key={open.id} message={open} closed={sheet.closed} />}
    </div>
  )
}

const MessageSheet = ({ message, closed }: { readonly message: Quarantined; readonly closed: To }) => {
  const { id, topic, source, receivedAt, reason, payload, replayedAt } = message
  const close = useCloseSheet(closed)
  const replay = async () => {
    const answer = await call(ingest.replay, { id })
    if (answer.result === 'stored' || answer.result === 'duplicate')
      toast('success', answer.result === 'stored' ? 'The message is stored.' : 'The message was stored before.')
    else toast('error', `Rejected again. ${answer.reason ?? ''}`.trim())
  }
  const discard = async () => {
    await call(ingest.discard, { id })
    toast('success', 'The message is deleted.')
    close()
  }
  return (
    <SideSheet
      wide
      title="Rejected message"
      subtitle={topic}
      closed={closed}
      foot={
        <>
          <CallButton run={discard} failed="The message could not be deleted.">
            Delete
          </CallButton>
          <CallButton variant="contained" run={replay} busy="Replaying…" failed="The message could not be replayed.">
            Replay
          </CallButton>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5 wrap-anywhere">
        <Facts>
          <Fact label="Reason">{reason}</Fact>
          <Fact label="Received">
            <When at={receivedAt} />
          </Fact>
          <Fact label="Source">{sourceWords[source]}</Fact>
          <Fact label="Status">
            <Standing message={message} />
          </Fact>
        </Facts>
        <RawText label="Message" text={payload === '' ? '(empty)' : payload} upTo="max-h-[20rem]" />
        {replayedAt === null && /No device has the key/.test(reason) && (
          <p>
            <Link to="/settings/integrations/devices?add=new">Add the device</Link>, then replay the message.
          </p>
        )}
      </div>
    </SideSheet>
  )
}

const sourceWords = { mqtt: 'MQTT', http: 'HTTP' } as const

const Standing = ({ message: { replayedAt } }: { readonly message: Quarantined }) =>
  replayedAt === null ? (
    <StatusWord state="warning" word="Rejected" />
  ) : (
    <span>
      <StatusWord state="normal" word="Replayed" /> <When at={replayedAt} />
    </span>
  )

const columns: readonly Column<Quarantined, typeof ingest.quarantine>[] = [
  { field: 'topic', title: 'Topic', sort: 'topic', flex: 2, minWidth: 200, render: ({ topic }) => topic },
  { field: 'reason', title: 'Reason', sort: 'reason', flex: 3, minWidth: 240, render: ({ reason }) => reason },
  {
    field: 'received',
    title: 'Received',
    sort: 'receivedAt',
    descending: 'newest',
    usual: true,
    minWidth: 130,
    render: ({ receivedAt }) => <When at={receivedAt} />,
  },
  { field: 'source', title: 'Source', sort: 'source', minWidth: 90, render: ({ source }) => sourceWords[source] },
  { field: 'standing', title: 'Status', minWidth: 130, render: (message) => <Standing message={message} /> },
]

const card = (message: Quarantined) => (
  <span className="grid min-w-0 gap-1 wrap-anywhere">
    <strong>{message.topic}</strong>
    <span>{message.reason}</span>
    <Standing message={message} />
    <span className="text-sm font-normal text-muted">
      <When at={message.receivedAt} />, {sourceWords[message.source]}
    </span>
  </span>
)
