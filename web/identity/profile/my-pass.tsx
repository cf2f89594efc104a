// What one carries oneself: the pass on this phone, cards and PIN, and the levels that say what they open.
import { showing } from '../../kit/data/touch.ts'
import * as access from '@gatehouse/contract/access/access'
import type { Credential } from '@gatehouse/contract/access/access'
import type { User } from '@gatehouse/contract/identity/auth'
import { fromBase64url, keyOf } from '@gatehouse/contract/access/mobile-pass'
import type { Output } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { queryClient, queryOf } from '../../kit/data/queries.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { Empty, Failed, SkeletonRows } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { PassCode } from './pass-code.tsx'
import { canCarry, dropPass, keepPass, type StoredPass, storedPasses } from './pass-keys.ts'

export const MyPass = ({ user }: { readonly user: User }) => {
  const query = useQuery({ ...queryOf(access.mine, {}), refetchOnMount: 'always' })
  const [stored, setStored] = useState<readonly StoredPass[] | null>(null)
  const { id: userId } = user
  const look = useCallback(() => storedPasses(userId).then(setStored), [userId])
  useEffect(() => void look(), [look])
  const mine = query.data
  useEffect(() => {
    if (!mine || !stored) return
    // What was revoked opens nothing: it is not left lying about.
    const gone = stored.filter(({ credentialId }) => !mine.credentials.some(({ id }) => id === credentialId))
    if (gone.length === 0) return
    void Promise.all(gone.map(({ credentialId }) => dropPass(credentialId))).then(look)
  }, [mine, stored, look])

  if (stored === null || (mine === undefined && !query.isError && stored.length === 0)) {
    return (
      <Card title="My pass">
        <SkeletonRows rows={3} />
      </Card>
    )
  }
  // Without a network what this phone carries still opens doors.
  const shown = stored.filter(({ credentialId }) => {
    const credential = mine?.credentials.find(({ id }) => id === credentialId)
    return mine === undefined || credential?.state === 'active'
  })
  return (
    <Card title="My pass">
      <div className="grid grid-cols-1 gap-4 px-4 pt-2 pb-4">
        {shown.map((pass) => (
          <PassCode key={pass.credentialId} pass={pass} />
        ))}
        {mine ? (
          <Carried mine={mine} stored={stored} user={user} onSetUp={() => void look()} />
        ) : (
          query.isError &&
          (shown.length > 0 ? (
            <p className="text-muted">There is no connection. The code above works without one.</p>
          ) : (
            <Failed what="Your pass could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
          ))
        )}
      </div>
    </Card>
  )
}

interface CarriedProps {
  readonly mine: Output<typeof access.mine>
  readonly stored: readonly StoredPass[]
  readonly user: User
  readonly onSetUp: () => void
}

const Carried = ({ mine: { credentials, levels }, stored, user, onSetUp }: CarriedProps) => {
  if (credentials.length === 0 && levels.length === 0) {
    return (
      <Empty title="No door knows you yet">
        <p>Whoever looks after the doors gives cards, PINs and passes for the phone.</p>
      </Empty>
    )
  }
  return (
    <>
      <ul>
        {credentials.map((credential) => (
          <CredentialLine
            key={credential.id}
            credential={credential}
            isHere={stored.some(({ credentialId }) => credentialId === credential.id)}
            user={user}
            onSetUp={onSetUp}
          />
        ))}
      </ul>
      {levels.length > 0 && (
        <p>
          <span className="text-muted">Your access: </span>
          {levels.map(({ level, schedule }) => (schedule ? `${level.name} (${schedule.name})` : level.name)).join(', ')}
        </p>
      )}
    </>
  )
}

const kindWords = { card: 'Card', pin: 'PIN', mobile: 'Pass on a phone', pass: 'Visitor pass' } as const

interface CredentialLineProps {
  readonly credential: Credential
  readonly isHere: boolean
  readonly user: User
  readonly onSetUp: () => void
}

const CredentialLine = ({ credential, isHere, user, onSetUp }: CredentialLineProps) => {
  const timeZone = useTimeZone()
  const { kind, number, label, to, state, waiting } = credential
  const isMobile = kind === 'mobile'
  const notes = [
    label,
    to && `until ${exactTime(to, timeZone)}`,
    isMobile && !waiting && (isHere ? 'on this phone' : 'on another phone: if you lost it, ask for a new one'),
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-t-line py-2 first:border-t-0">
      <span className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
        {[kindWords[kind], number].filter(Boolean).join(' ')}
        <Note>{notes.join(', ')}</Note>
      </span>
      {state !== 'active' && <StatusWord state="warning" word={state === 'lost' ? 'Lost' : 'Suspended'} />}
      {isMobile && waiting && user.viewedBy === null && (
        <SetUpButton credential={credential} userId={user.id} onSetUp={onSetUp} />
      )}
    </li>
  )
}

interface SetUpButtonProps {
  readonly credential: Credential
  readonly userId: string
  readonly onSetUp: () => void
}

const SetUpButton = ({ credential, userId, onSetUp }: SetUpButtonProps) => {
  if (!canCarry()) return <Note>To set it up, open this page over https.</Note>
  const setUp = async () => {
    const { credentialId, secret } = await call(access.setUpMobile, { credentialId: credential.id })
    // From here on nobody can read it again: not this page either.
    await keepPass({ credentialId, userId, label: credential.label, key: await keyOf(fromBase64url(secret)) })
    toast('success', 'This phone opens doors now.')
    onSetUp()
    await queryClient().invalidateQueries(showing(access.setUpMobile.name))
  }
  return (
    <CallButton variant="contained" run={setUp} busy="Setting up…" failed="It could not be set up. Please try again.">
      Set up on this phone
    </CallButton>
  )
}
