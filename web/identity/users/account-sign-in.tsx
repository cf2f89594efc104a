// How an account signs in: its sessions, and the actions that keep it out or let it in again.
import type { Operation } from '@gatehouse/contract/operation'
import * as users from '@gatehouse/contract/identity/users'
import type { Account } from '@gatehouse/contract/identity/users'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import { deviceWords } from '../../kit/device-words.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { beginViewing } from '../../kit/session/session.ts'
import { firstPageFor } from '../../shell/menu/first-page.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { Confirm, type ConfirmProps } from '../../ui/sheets/confirm.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import { secondFactorWords, statusWords } from './account-words.ts'
import styles from './users.module.css'

type Action = 'suspend' | 'reinstate' | 'unlock' | 'reset' | 'end' | 'view'

interface AccountSignInProps {
  readonly account: Account
  /** It is the looker's own. */
  readonly self: boolean
}

export const AccountSignIn = ({ account, self }: AccountSignInProps) => {
  const [asked, setAsked] = useState<Action | null>(null)
  const { status, can } = account
  const hands = can.manage && !self
  const strong = account.secondFactor === 'totp' || account.passkeys > 0
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <section>
        <h3>Status</h3>
        <p>{statusWords[status].means}</p>
        {status !== 'staff' && <p>{secondFactorWords(account)}.</p>}
      </section>
      {can.manage && status !== 'staff' && <Sessions account={account} onEnd={() => setAsked('end')} />}
      {hands && status !== 'staff' && (
        <section>
          <h3>Actions</h3>
          <ul className={styles.deeds}>
            {status === 'locked' && (
              <Deed label="Unlock" onClick={() => setAsked('unlock')}>
                Let it sign in again before the 24 hours are over.
              </Deed>
            )}
            {can.viewAs && status !== 'suspended' && (
              <Deed label="View as" op={users.viewAs} onClick={() => setAsked('view')}>
                See Gatehouse as {account.displayName} does: read only, for 15 minutes, on the record.
              </Deed>
            )}
            <Deed label="Reset second factor" onClick={() => setAsked('reset')}>
              For who has lost phone and recovery codes:{' '}
              {strong ? 'removes app and passkeys' : 'forgets trusted browsers'}; the next sign-in asks for a code by
              email.
            </Deed>
            {status === 'suspended' ? (
              <Deed label="Reinstate" onClick={() => setAsked('reinstate')}>
                Let it sign in again, with the roles it had.
              </Deed>
            ) : (
              <Deed label="Suspend" onClick={() => setAsked('suspend')}>
                Ends every session at once; no sign-in until it is reinstated.
              </Deed>
            )}
          </ul>
        </section>
      )}
      {asked && <Asked question={questions(account)[asked]} onClose={() => setAsked(null)} />}
    </div>
  )
}

interface DeedProps {
  readonly label: string
  readonly op?: Operation
  readonly onClick: () => void
  readonly children: ReactNode
}

const Deed = ({ label, op = users.suspend, onClick, children }: DeedProps) => {
  const lacking = useMissing(op)
  return lacking.length > 0 ? null : (
    <li>
      <span>{children}</span>
      <Button variant="outlined" onClick={onClick}>
        {label}
      </Button>
    </li>
  )
}

const Sessions = ({ account, onEnd }: { readonly account: Account; readonly onEnd: () => void }) => {
  const query = useQuery({ ...queryOf(users.sessions, { userId: account.id }), staleTime: 0 })
  return (
    <section>
      <h3>Sessions</h3>
      <View op={users.sessions} query={query} rows={2} failed="The sessions could not be loaded">
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Note>Signed in nowhere.</Note>
          ) : (
            <>
              <ul className={styles.grounds}>
                {sessions.map(({ id, current, agent, address, method, createdAt, lastSeenAt }) => (
                  <li key={id}>
                    <span>
                      {deviceWords(agent)}
                      {current && ' (this one)'}
                    </span>
                    <Note>
                      {[address ?? 'unknown address', `by ${method}`].join(' · ')} · since <When at={createdAt} /> ·
                      seen <When at={lastSeenAt} />
                    </Note>
                  </li>
                ))}
              </ul>
              <Button variant="outlined" className={styles.start ?? ''} onClick={onEnd}>
                {sessions.length === 1 ? 'End the session' : `End all ${sessions.length} sessions`}
              </Button>
            </>
          )
        }
      </View>
    </section>
  )
}

interface Question extends Omit<ConfirmProps, 'children' | 'onClose' | 'onConfirm'> {
  readonly text: string
  readonly run: (reason: string) => Promise<unknown>
  /** Absent: `run` says it, or what is seen does. */
  readonly done?: string
}

const questions = ({ id: userId, displayName: name }: Account): Record<Action, Question> => ({
  suspend: {
    title: `Suspend ${name}?`,
    action: 'Suspend',
    busy: 'Suspending…',
    tone: 'danger',
    reason: { label: 'Why' },
    text: `Every session of ${name} ends at once, and there is no signing in until the account is reinstated. Nothing is deleted.`,
    run: (reason) => call(users.suspend, { userId, reason }),
    done: `${name} is suspended.`,
  },
  reset: {
    title: `Reset the second factor of ${name}?`,
    action: 'Reset',
    busy: 'Resetting…',
    tone: 'danger',
    reason: { label: 'Why, and how you know that it is them' },
    text: `App, passkeys, recovery codes and trusted browsers are removed, and every session ends. The next sign-in asks for a code by email; ${name} is told by mail.`,
    run: (reason) => call(users.resetSecondFactor, { userId, reason }),
    done: `The second factor of ${name} is reset.`,
  },
  view: {
    title: `See Gatehouse as ${name}?`,
    action: 'View as',
    busy: 'Opening…',
    reason: { label: 'Why' },
    text: 'In this tab, for 15 minutes at most. You can change nothing, and every page you open is on the record.',
    run: async (reason) => beginViewing(await call(users.viewAs, { userId, reason }), firstPageFor),
  },
  end: {
    title: `End every session of ${name}?`,
    action: 'End them',
    busy: 'Ending…',
    text: `${name} is signed out everywhere at once and can sign in again.`,
    run: async () => {
      const { ended } = await call(users.endSessions, { userId })
      toast('success', ended === 1 ? 'One session is ended.' : `${ended} sessions are ended.`)
    },
  },
  unlock: {
    title: `Unlock ${name}?`,
    action: 'Unlock',
    busy: 'Unlocking…',
    text: `${name} can try to sign in again at once. If it was not ${name} who failed ten times, advise a new password.`,
    run: () => call(users.unlock, { userId }),
    done: `${name} is unlocked.`,
  },
  reinstate: {
    title: `Reinstate ${name}?`,
    action: 'Reinstate',
    busy: 'Reinstating…',
    text: `${name} can sign in again, and may do what the roles say.`,
    run: () => call(users.reinstate, { userId }),
    done: `${name} is reinstated.`,
  },
})

interface AskedProps {
  readonly question: Question
  readonly onClose: () => void
}

const Asked = ({ question: { text, run, done, ...question }, onClose }: AskedProps) => (
  <Confirm
    {...question}
    onClose={onClose}
    onConfirm={async (reason) => {
      await run(reason)
      if (done !== undefined) toast('success', done)
    }}
  >
    <p>{text}</p>
  </Confirm>
)
