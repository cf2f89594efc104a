// One webhook: whether it works, what was sent to it, and what may be done: test, send again, a new secret, delete.
import * as webhooks from '@gatehouse/contract/messages/webhooks'
import type { Webhook } from '@gatehouse/contract/messages/webhooks'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, type To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { GoneSheet } from '../../ui/sheets/answer-sheet.tsx'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { SideSheet, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import { DeliveriesOf } from './deliveries-of.tsx'
import { NewSecret } from './new-secret.tsx'
import { kindWords, stateWords } from './webhook-words.ts'

interface WebhookSheetProps {
  /** null: it is not there, or not any more. */
  readonly webhook: Webhook | null
  readonly edit: To
  readonly closed: To
}

export const WebhookSheet = ({ webhook, edit, closed }: WebhookSheetProps) => {
  const close = useCloseSheet(closed)
  const [secret, setSecret] = useState<string | null>(null)
  if (!webhook)
    return (
      <GoneSheet
        name="Webhook"
        title="This webhook is not there"
        says="It may have been deleted since the link was made."
        closed={closed}
      />
    )
  const { id, name, state } = webhook
  const test = async () => {
    await call(webhooks.test, { id })
    toast('success', 'A test is on its way.')
  }
  return (
    <SideSheet
      wide
      title={name}
      subtitle={<StatusWord {...stateWords(webhook)} />}
      closed={closed}
      foot={
        <>
          <ConfirmButton
            title={`Delete the webhook ${name}?`}
            action="Delete"
            run={() => call(webhooks.remove, { id })}
            done={`The webhook ${name} is deleted.`}
            then={close}
          >
            <p>The program receives nothing any more, and pending deliveries are not sent.</p>
          </ConfirmButton>
          <ConfirmButton
            label="New secret"
            title="Make a new secret?"
            action="Make a new one"
            busy="Making…"
            tone="plain"
            run={async () => setSecret((await call(webhooks.rotate, { id })).secret)}
          >
            <p>It is shown once. The one before signs as well for 24 hours, so that the program can change over.</p>
          </ConfirmButton>
          <Button component={Link} to={edit} state={opensSheet} variant="outlined">
            Edit
          </Button>
          <CallButton
            variant="contained"
            disabled={state === 'off'}
            run={test}
            failed="The test could not be sent. Please try again."
          >
            Send a test
          </CallButton>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5 wrap-anywhere">
        {secret !== null && <NewSecret secret={secret} />}
        <Trouble webhook={webhook} />
        <Facts>
          <Fact label="Address">{webhook.url}</Fact>
          <Fact label="Events">
            {webhook.kinds === null ? 'Everything that happens' : webhook.kinds.map(kindWords).join('; ')}
          </Fact>
          <Fact label="Last taken">
            {webhook.lastDeliveredAt === null ? 'Never' : <When at={webhook.lastDeliveredAt} />}
          </Fact>
          <Fact label="Since">
            <When at={webhook.createdAt} />
          </Fact>
        </Facts>
        <DeliveriesOf
          webhook={webhook}
          action={
            webhook.failed > 0 &&
            state !== 'off' && (
              <ConfirmButton
                label="Send all that failed again"
                title="Send all that failed again?"
                action="Send again"
                busy="Sending…"
                tone="plain"
                run={async () => {
                  const { replayed } = await call(webhooks.replayFailed, { id, since: '2020-01-01T00:00:00.000Z' })
                  toast('success', replayed === 1 ? 'One is sent again.' : `${replayed} are sent again.`)
                }}
              >
                <p>
                  {webhook.failed === 1 ? 'One delivery goes' : `${webhook.failed} deliveries go`} out under the ids
                  that they had: the program can tell which it has had already.
                </p>
              </ConfirmButton>
            )
          }
        />
      </div>
    </SideSheet>
  )
}

const Trouble = ({
  webhook: { state, lastError, failingSince, pausedUntil, givenUpAt },
}: {
  readonly webhook: Webhook
}) => {
  if (state === 'ok' || failingSince === null) return null
  return (
    <div className="grid gap-1 border-s-3 border-s-high bg-sunken px-4 py-3">
      <p>
        It fails since <When at={failingSince} />
        {pausedUntil !== null && (
          <>
            . Nothing is sent until <When at={pausedUntil} />, then one delivery is tried
          </>
        )}
        {givenUpAt !== null && '. After three days it was switched off: edit it to switch it on again'}.
      </p>
      {lastError !== null && <p>{lastError}</p>}
    </div>
  )
}
