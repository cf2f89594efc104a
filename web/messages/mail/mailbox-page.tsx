// The demo's mailbox: letters that no mail server was there for, so that codes and links can be followed without one.
import type { Letter } from '@gatehouse/contract/messages/mail'
import { Link, useSearchParams } from 'react-router'
import { PublicFrame } from '../../site/frame/public-frame.tsx'
import { LetterSheet } from './letter-sheet.tsx'
import { useMailbox } from './use-mailbox.ts'

export const MailboxPage = () => {
  const mailbox = useMailbox()
  return (
    <PublicFrame title="Mailbox of the demo">
      <div className="mx-auto mt-6 mb-12 grid w-[min(76rem,100%_-_2_*_var(--space-5))] content-start gap-6">
        <header className="grid gap-2 [&_p]:max-w-[60ch] [&_p]:text-muted">
          <h1>Mailbox of the demo</h1>
          <p>No mail server is set, so e-mails stay on this machine. Newest first; new ones appear by themselves.</p>
        </header>
        {mailbox.state === 'loading' && <Waiting />}
        {mailbox.state === 'closed' && (
          <MailText title="There is no mailbox here">
            It is open in demo mode only, on the machine that Gatehouse runs on. Elsewhere e-mails go out by the mail
            server of the setting SMTP_URL.
          </MailText>
        )}
        {mailbox.state === 'failed' && (
          <MailText title="The mailbox cannot be read at the moment">
            {mailbox.message} It is tried again every few seconds.
          </MailText>
        )}
        {mailbox.state === 'open' && <Letters letters={mailbox.letters} />}
      </div>
    </PublicFrame>
  )
}

const Letters = ({ letters }: { readonly letters: readonly Letter[] }) => {
  const [query] = useSearchParams()
  const chosen = query.get('letter')
  const open = letters.find((letter) => keyOf(letter) === chosen)
  if (letters.length === 0)
    return (
      <MailText title="No e-mails yet">
        Ask for one: <Link to="/signup">make an account</Link> or <Link to="/forgot">choose a new password</Link>.
      </MailText>
    )
  return (
    <div className={columns}>
      {/* On a phone the letter takes the list's place. */}
      <ol className={`${list} ${open ? 'below-md:hidden' : ''}`} aria-label="E-mails">
        {letters.map((letter) => (
          <li key={keyOf(letter)}>
            <Link
              to={`?letter=${encodeURIComponent(keyOf(letter))}`}
              className="grid min-h-touch gap-[2px] px-4 py-3 text-sm wrap-anywhere text-muted no-underline hover:bg-sunken focus-visible:-outline-offset-3 aria-[current]:bg-sunken aria-[current]:[box-shadow:inset_3px_0_0_var(--public-primary)] [&_strong]:text-md [&_strong]:font-semibold [&_strong]:text-text"
              aria-current={letter === open ? 'true' : undefined}
              replace={open !== undefined}
            >
              <strong>{letter.subject}</strong>
              <span>{letter.to}</span>
              <time dateTime={letter.sentAt}>{when(letter.sentAt)}</time>
            </Link>
          </li>
        ))}
      </ol>
      {open ? (
        <LetterSheet key={keyOf(open)} letter={open} />
      ) : (
        <p className="hidden max-w-[60ch] text-muted from-md:block from-md:justify-self-center from-md:p-8 from-md:text-center">
          Choose a letter to read it.
        </p>
      )}
    </div>
  )
}

const columns = 'grid items-start gap-6 from-md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]'
const list =
  'grid overflow-clip [border-radius:calc(2_*_var(--radius))] border border-line bg-surface [&_li+li]:border-t [&_li+li]:border-t-line'

const keyOf = ({ sentAt, to, subject }: Letter) => `${sentAt} ${to} ${subject}`

const when = (at: string) => new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

const Waiting = () => (
  <div className={columns}>
    <output className="visually-hidden">Loading the e-mails</output>
    <ol className={list} aria-hidden="true">
      {[0, 1, 2, 3].map((row) => (
        <li key={row} className="h-[5.25rem] bg-sunken opacity-50" />
      ))}
    </ol>
  </div>
)

const MailText = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => (
  <section className="grid gap-2 [&_a]:text-public-text [&_p]:max-w-[60ch] [&_p]:text-muted">
    <h2>{title}</h2>
    <p>{children}</p>
  </section>
)
