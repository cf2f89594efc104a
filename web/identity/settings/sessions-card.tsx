// Where one is signed in: this session marked, each of the others to be ended, or all of them.
import { endOtherSessions, endSession, type Session, sessions } from '@gatehouse/contract/identity/auth'
import { call, isStatus } from '../../kit/data/api.ts'
import { deviceWords } from '../../kit/device-words.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import { PersonalCard, usePersonal } from './personal-card.tsx'
import { Row } from './row.tsx'

export const SessionsCard = () => {
  const query = usePersonal(sessions, {})
  const all = query.data?.sessions ?? []
  const others = all.filter(({ current }) => !current).length

  return (
    <PersonalCard
      title="Active sessions"
      note={all.length > 0 ? String(all.length) : undefined}
      action={
        others > 0 && (
          <ConfirmButton label="End all others" title="End all other sessions?" action="End" run={endOthers}>
            <p>Whoever uses them is signed out within a second. This one goes on.</p>
          </ConfirmButton>
        )
      }
      op={sessions}
      query={query}
      rows={3}
      failed="Your sessions could not be loaded"
    >
      {({ sessions: mine }) => (
        <ul>
          {mine.toSorted(currentFirst).map((session) => (
            <Row
              as="li"
              key={session.id}
              name={
                <>
                  {deviceWords(session.agent)}
                  {session.current && <StatusWord state="normal" word="This session" />}
                </>
              }
              more={
                <>
                  {session.address ?? 'Unknown address'} · seen <When at={session.lastSeenAt} />
                </>
              }
              further={
                <>
                  Since <When at={session.createdAt} />, by {session.method}
                </>
              }
            >
              {!session.current && (
                <ConfirmButton
                  aria-label={`End the session: ${deviceWords(session.agent)}, ${session.address ?? 'unknown address'}`}
                  title={`End the session in ${deviceWords(session.agent)}?`}
                  action="End"
                  run={() => end(session)}
                  done="The session has ended."
                >
                  <p>Whoever uses it is signed out within a second. This one goes on.</p>
                  <p>If it was not you, change your password as well.</p>
                </ConfirmButton>
              )}
            </Row>
          ))}
        </ul>
      )}
    </PersonalCard>
  )
}

const endOthers = async () => {
  const { ended } = await call(endOtherSessions, {})
  toast('success', ended === 1 ? 'One session has ended.' : `${ended} sessions have ended.`)
}

const end = ({ id: sessionId }: Session) =>
  call(endSession, { sessionId }).catch((error: unknown) => {
    // It has ended by itself in between: what was wanted.
    if (!isStatus(error, 404)) throw error
  })

const currentFirst = (a: Session, b: Session) => Number(b.current) - Number(a.current)
