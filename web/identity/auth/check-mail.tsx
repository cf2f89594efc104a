// After something was mailed: what to do now, and the mail again for whoever did not get it.
import { resendVerification } from '@gatehouse/contract/identity/accounts'
import { Suspense, useEffect, useRef } from 'react'
import { call } from '../../kit/data/api.ts'
import { later } from '../../ui/feedback/later.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { ResendButton } from './resend-button.tsx'

// Of no use to most: it comes once a mail was sent.
const DemoMailbox = later(async () => (await import('./demo-mailbox.tsx')).DemoMailbox, 'silent')

/** In demo mode, where the mail is read. */
export const MailSent = () => (
  <Suspense>
    <DemoMailbox />
  </Suspense>
)

interface DoneProps {
  /** What the server says. */
  readonly text: string
  readonly children?: React.ReactNode
}

/** The end of a form that went well; takes the focus, for the form is gone. */
export const Done = ({ text, children }: DoneProps) => {
  const messageRef = useRef<HTMLParagraphElement>(null)
  useEffect(() => messageRef.current?.focus(), [])
  return (
    <div className="mt-2 grid gap-3">
      <p
        ref={messageRef}
        tabIndex={-1}
        className="flex gap-2 rounded border border-normal p-3 font-[550] text-normal [outline:none]"
      >
        <Icon name="normal" size="medium" />
        {text}
      </p>
      {children}
    </div>
  )
}

export const CheckMail = ({ text, email }: { readonly text: string; readonly email: string }) => (
  <Done text={text}>
    <p>
      The link works for a day. Nothing there for <strong>{email}</strong>? Look among the unwanted mail, then ask for
      it again.
    </p>
    <MailSent />
    <ResendButton
      label="Send the mail again"
      send={async () => (await call(resendVerification, { email }, { unauthorized: 'an-answer' })).message}
    />
  </Done>
)
