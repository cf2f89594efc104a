// One message from the contact page: who wrote what, the answer by mail, and whether it is handled.
import * as contactMessages from '@gatehouse/contract/site/contact-messages'
import type { ContactMessage } from '@gatehouse/contract/site/contact-messages'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { When } from '../../ui/time/when.tsx'
import { StateOf } from './contact-messages-page.tsx'

export const MessageSheet = ({ id, closed }: { readonly id: string; readonly closed: To }) => {
  const query = useQuery(queryOf(contactMessages.byId, { messageId: id }))
  const message = query.data?.message
  return (
    <AnswerSheet
      op={contactMessages.byId}
      query={query}
      title={message?.name ?? 'Contact message'}
      subtitle={message && <StateOf message={message} />}
      rows={6}
      failed="The message could not be loaded"
      gone={{ title: 'This message is not there', says: 'It may have been deleted since the link was made.' }}
      closed={closed}
      foot={message && <Foot message={message} />}
    >
      {({ message: { email, company, topic, message: text, at, handledAt, handledBy } }) => (
        <div className="grid grid-cols-1 gap-5 wrap-anywhere">
          <p className="whitespace-pre-wrap">{text}</p>
          <Facts>
            <Fact label="Email">{email}</Fact>
            {company !== '' && <Fact label="Company">{company}</Fact>}
            <Fact label="About">{topic}</Fact>
            <Fact label="Received">
              <When at={at} />
            </Fact>
            {handledAt !== null && (
              <Fact label="Handled">
                <When at={handledAt} />
                {handledBy !== null && ` by ${handledBy}`}
              </Fact>
            )}
          </Facts>
          <p className="text-sm text-muted">Nobody has checked who wrote: treat links and requests with care.</p>
        </div>
      )}
    </AnswerSheet>
  )
}

const Foot = ({ message }: { readonly message: ContactMessage }) => {
  const { id, handledAt } = message
  const isOpen = handledAt === null
  return (
    <>
      <CallButton
        variant={isOpen ? 'outlined' : 'text'}
        run={() => call(contactMessages.handle, { messageId: id, handled: isOpen })}
        failed="This could not be saved"
      >
        {isOpen ? 'Mark as handled' : 'Mark as open'}
      </CallButton>
      <Button variant="contained" href={replyTo(message)}>
        Reply by mail
      </Button>
    </>
  )
}

/** The answer begun in one's own mail program, with what was written below it. */
export const replyTo = ({ email, topic, message }: Pick<ContactMessage, 'email' | 'topic' | 'message'>): string => {
  const quoted = message
    .slice(0, 1000)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
  const parts = { subject: `Re: ${topic}`, body: `\n\n${quoted}` }
  const search = Object.entries(parts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}?${search.join('&')}`
}
