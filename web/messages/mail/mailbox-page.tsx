// The demo's mailbox: letters that no mail server was there for, so that codes and links can be followed without one.
import type { Letter } from '@gatehouse/contract/messages/mail'
import { Link, useSearchParams } from 'react-router'
import { PublicFrame } from '../../site/frame/public-frame.tsx'
import { LetterSheet } from './letter-sheet.tsx'
import styles from './mailbox-page.module.css'
import { useMailbox } from './use-mailbox.ts'

export const MailboxPage = () => {
  const mailbox = useMailbox()
  return (
    <PublicFrame title="Mailbox of the demo">
      <div className={styles.page}>
        <header className={styles.head}>
          <h1>Mailbox of the demo</h1>
          <p>No mail server is set, so letters stay on this machine. Newest first; new ones appear by themselves.</p>
        </header>
        {mailbox.state === 'loading' && <Waiting />}
        {mailbox.state === 'closed' && (
          <Said title="There is no mailbox here">
            It is open in demo mode only, on the machine that Gatehouse runs on. Elsewhere letters go out by the mail
            server of the setting SMTP_URL.
          </Said>
        )}
        {mailbox.state === 'failed' && (
          <Said title="The mailbox cannot be read at the moment">
            {mailbox.message} It is tried again every few seconds.
          </Said>
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
      <Said title="No letters yet">
        Ask for one: <Link to="/signup">make an account</Link> or <Link to="/forgot">choose a new password</Link>.
      </Said>
    )
  return (
    <div className={styles.columns} data-open={open !== undefined || undefined}>
      <ol className={styles.list} aria-label="Letters">
        {letters.map((letter) => (
          <li key={keyOf(letter)}>
            <Link
              to={`?letter=${encodeURIComponent(keyOf(letter))}`}
              className={styles.row}
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
        <p className={styles.hint}>Choose a letter to read it.</p>
      )}
    </div>
  )
}

const keyOf = ({ sentAt, to, subject }: Letter) => `${sentAt} ${to} ${subject}`

const when = (at: string) => new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

const Waiting = () => (
  <div className={styles.columns}>
    <output className="visually-hidden">Loading the letters</output>
    <ol className={styles.list} aria-hidden="true">
      {[0, 1, 2, 3].map((row) => (
        <li key={row} className={styles.blank} />
      ))}
    </ol>
  </div>
)

const Said = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => (
  <section className={styles.said}>
    <h2>{title}</h2>
    <p>{children}</p>
  </section>
)
