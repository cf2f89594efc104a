// How an account signs in: its sessions, and the actions that keep it out or let it in again.
import type { Operation } from '@gatehouse/contract/operation'
import * as users from '@gatehouse/contract/identity/users'
import type { Account } from '@gatehouse/contract/identity/users'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { call } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import { deviceWords } from '../../kit/device-words.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { beginViewing } from '../../kit/session/session.ts'
import { firstPageFor } from '../../shell/menu/first-page.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import { secondFactorWords, statusWords } from './account-words.ts'

interface AccountSignInProps {
  readonly account: Account
  /** It is the looker's own. */
  readonly self: boolean
}

export const AccountSignIn = ({ account, self }: AccountSignInProps) => {
  const { status, can } = account
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <section>
        <h3>Status</h3>
        <p>{statusWords[status].means}</p>
        {status !== 'staff' && <p>{secondFactorWords(account)}.</p>}
      </section>
      {can.manage && status !== 'staff' && <Sessions account={account} />}
      {can.manage && !self && status !== 'staff' && (
        <section>
          <h3>Actions</h3>
          <Actions account={account} />
        </section>
      )}
    </div>
  )
}

const Actions = ({ account }: { readonly account: Account }) => {
  const { id: userId, displayName: name, status, can } = account
  const strong = account.secondFactor === 'totp' || account.passkeys > 0
  return (
    <ul>
      {status === 'locked' && (
        <Deed
          means="Let it sign in again before the 24 hours are over."
          action="Unlock"
          title={`Unlock ${name}?`}
          tone="plain"
          run={() => call(users.unlock, { userId })}
          done={`${name} is unlocked.`}
        >
          {name} can try to sign in again at once. If it was not {name} who failed ten times, advise a new password.
        </Deed>
      )}
      {can.viewAs && status !== 'suspended' && (
        <Deed
          op={users.viewAs}
          means={`See Gatehouse as ${name} does: read only, for 15 minutes, on the record.`}
          action="View as"
          busy="Opening…"
          title={`See Gatehouse as ${name}?`}
          tone="plain"
          reason={{ label: 'Why' }}
          run={async (reason) => beginViewing(await call(users.viewAs, { userId, reason }), firstPageFor)}
        >
          In this tab, for 15 minutes at most. You can change nothing, and every page you open is on the record.
        </Deed>
      )}
      <Deed
        means={`For who has lost phone and recovery codes: ${
          strong ? 'removes app and passkeys' : 'forgets trusted browsers'
        }; the next sign-in asks for a code by email.`}
        label="Reset second factor"
        action="Reset"
        busy="Resetting…"
        title={`Reset the second factor of ${name}?`}
        reason={{ label: 'Why, and how you know that it is them' }}
        run={(reason) => call(users.resetSecondFactor, { userId, reason })}
        done={`The second factor of ${name} is reset.`}
      >
        App, passkeys, recovery codes and trusted browsers are removed, and every session ends. The next sign-in asks
        for a code by email; {name} is told by mail.
      </Deed>
      {status === 'suspended' ? (
        <Deed
          means="Let it sign in again, with the roles it had."
          action="Reinstate"
          title={`Reinstate ${name}?`}
          tone="plain"
          run={() => call(users.reinstate, { userId })}
          done={`${name} is reinstated.`}
        >
          {name} can sign in again, and may do what the roles say.
        </Deed>
      ) : (
        <Deed
          means="Ends every session at once; no sign-in until it is reinstated."
          action="Suspend"
          title={`Suspend ${name}?`}
          reason={{ label: 'Why' }}
          run={(reason) => call(users.suspend, { userId, reason })}
          done={`${name} is suspended.`}
        >
          Every session of {name} ends at once, and there is no signing in until the account is reinstated. Nothing is
          deleted.
        </Deed>
      )}
    </ul>
  )
}

interface DeedProps extends ComponentProps<typeof ConfirmButton> {
  readonly means: string
  readonly op?: Operation
}

/** What somebody may do with the account, who holds what it needs: what it means, and the button that asks first. */
const Deed = ({ means, op = users.suspend, children, ...question }: DeedProps) =>
  useMissing(op).length > 0 ? null : (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-b-line py-2">
      <span className="flex-[1_1_16rem]">{means}</span>
      <ConfirmButton variant="outlined" {...question}>
        <p>{children}</p>
      </ConfirmButton>
    </li>
  )

const Sessions = ({ account: { id: userId, displayName: name } }: { readonly account: Account }) => {
  const query = useQuery({ ...queryOf(users.sessions, { userId }), staleTime: 0 })
  const end = async () => {
    const { ended } = await call(users.endSessions, { userId })
    toast('success', ended === 1 ? 'One session is ended.' : `${ended} sessions are ended.`)
  }
  return (
    <section>
      <h3>Sessions</h3>
      <View op={users.sessions} query={query} rows={2} failed="The sessions could not be loaded">
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Note>Signed in nowhere.</Note>
          ) : (
            <>
              <ul>
                {sessions.map(({ id, current, agent, address, method, createdAt, lastSeenAt }) => (
                  <li key={id} className="border-b border-b-line py-2">
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
              <ConfirmButton
                className="mt-3"
                variant="outlined"
                label={sessions.length === 1 ? 'End the session' : `End all ${sessions.length} sessions`}
                action="End them"
                busy="Ending…"
                title={`End every session of ${name}?`}
                tone="plain"
                run={end}
              >
                <p>{name} is signed out everywhere at once and can sign in again.</p>
              </ConfirmButton>
            </>
          )
        }
      </View>
    </section>
  )
}
