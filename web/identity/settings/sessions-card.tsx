// Where one is signed in: this session marked, each of the others to be ended, or all of them.
import { endOtherSessions, endSession, type Session, sessions } from '@gatehouse/contract/identity/auth'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { call, isStatus } from '../../kit/data/api.ts'
import { deviceWords } from '../../kit/device-words.ts'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import { PersonalCard, usePersonal } from './personal-card.tsx'
import styles from './rows.module.css'

export const SessionsCard = () => {
  const query = usePersonal(sessions, {})
  const [ending, setEnding] = useState<Session | 'others' | null>(null)
  const all = query.data?.sessions ?? []
  const others = all.filter(({ current }) => !current).length

  const end = async () => {
    if (ending === null) return
    if (ending === 'others') {
      const { ended } = await call(endOtherSessions, {})
      toast('success', ended === 1 ? 'One session has ended.' : `${ended} sessions have ended.`)
    } else {
      await call(endSession, { sessionId: ending.id }).catch((error: unknown) => {
        // It has ended by itself in between: what was wanted.
        if (!isStatus(error, 404)) throw error
      })
      toast('success', 'The session has ended.')
    }
  }

  return (
    <PersonalCard
      title="Active sessions"
      note={all.length > 0 ? String(all.length) : undefined}
      action={others > 0 && <Button onClick={() => setEnding('others')}>End all others</Button>}
      op={sessions}
      query={query}
      rows={3}
      failed="Your sessions could not be loaded"
    >
      {({ sessions: mine }) => (
        <div className={styles.rows}>
          <ul>
            {mine.toSorted(currentFirst).map((session) => (
              <li key={session.id} className={styles.row}>
                <div className={styles.what}>
                  <p className={styles.name}>
                    {deviceWords(session.agent)}
                    {session.current && <StatusWord state="normal" word="This session" />}
                  </p>
                  <p className={styles.more}>
                    {session.address ?? 'Unknown address'} · seen <When at={session.lastSeenAt} />
                  </p>
                  <p className={styles.more}>
                    Since <When at={session.createdAt} />, by {session.method}
                  </p>
                </div>
                {!session.current && (
                  <Button
                    aria-label={`End the session: ${deviceWords(session.agent)}, ${session.address ?? 'unknown address'}`}
                    onClick={() => setEnding(session)}
                  >
                    End
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {ending && (
            <Confirm
              title={
                ending === 'others' ? 'End all other sessions?' : `End the session in ${deviceWords(ending.agent)}?`
              }
              action="End"
              busy="Ending…"
              tone="danger"
              onConfirm={end}
              onClose={() => setEnding(null)}
            >
              <p>Whoever uses {ending === 'others' ? 'them' : 'it'} is signed out within a second. This one goes on.</p>
              {ending !== 'others' && <p>If it was not you, change your password as well.</p>}
            </Confirm>
          )}
        </div>
      )}
    </PersonalCard>
  )
}

const currentFirst = (a: Session, b: Session) => Number(b.current) - Number(a.current)
