// The cards that doors know a member of staff by: given, and revoked.
import { call } from '../../kit/data/api.ts'
import * as staff from '@gatehouse/contract/identity/staff'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useClock } from '../../kit/clock.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { type CardState, cardState } from './card-state.ts'
import { type Details, listLine, listWords, type Shown } from './parts.tsx'

const CardForm = later(async () => (await import('./card-form.tsx')).CardForm, 'over')

type Credential = Shown<'credentials'>['credentials'][number]

interface CredentialsCardProps {
  readonly member: Details['member']
  readonly part: Shown<'credentials'>
}

export const CredentialsCard = ({ member, part }: CredentialsCardProps) => {
  const added = useSheetAddress('card')
  return (
    <Card
      title="Cards"
      action={
        <Button component={Link} to={added.to('new')} state={opensSheet}>
          Add card
        </Button>
      }
    >
      {part.credentials.length === 0 ? (
        <Empty title="No card yet">
          <p>{member.displayName} has no credentials. Add a card to open doors.</p>
        </Empty>
      ) : (
        <ul className="px-4 pb-2">
          {part.credentials.map((credential) => (
            <CredentialLine key={credential.id} member={member} credential={credential} />
          ))}
        </ul>
      )}
      {added.id === 'new' && <CardForm member={member} closed={added.closed} />}
    </Card>
  )
}

const CredentialLine = ({
  member,
  credential,
}: {
  readonly member: Details['member']
  readonly credential: Credential
}) => {
  const timeZone = useTimeZone()
  const state = useClock((now) => cardState(credential, now))
  const { validFrom, validTo, revokedAt } = credential
  const dates = [
    validFrom && `from ${exactTime(validFrom, timeZone)}`,
    validTo && `until ${exactTime(validTo, timeZone)}`,
    revokedAt && `revoked ${exactTime(revokedAt, timeZone)}`,
  ].filter(Boolean)
  return (
    <li className={listLine}>
      <span className={listWords}>
        <code className="text-md tabular-nums">{numberOf(credential)}</code>
        <Note>{dates.length === 0 ? 'no end date' : dates.join(', ')}</Note>
      </span>
      {stateWords[state]}
      {state !== 'revoked' && (
        <ConfirmButton
          label={
            <>
              Revoke
              <span className="visually-hidden"> the {nameOf(credential)}</span>
            </>
          }
          title={`Revoke the ${nameOf(credential)}?`}
          action="Revoke"
          run={() => call(staff.revokeCredential, { email: member.email, credentialId: credential.id })}
          done={`The ${nameOf(credential)} is revoked.`}
        >
          <p>Doors refuse it from now on, for {member.displayName} and for whoever has it. It cannot be given again.</p>
        </ConfirmButton>
      )}
    </li>
  )
}

const numberOf = ({ value }: Credential) => value.replace(/^card:/, '')
const nameOf = (credential: Credential) =>
  credential.kind === 'card' ? `card ${numberOf(credential)}` : credential.value

const stateWords: Record<CardState, ReactNode> = {
  valid: <StatusWord state="normal" word="Valid" />,
  'not yet': <StatusWord state="information" icon="stale" word="Not valid yet" />,
  expired: <StatusWord state="warning" word="Expired" />,
  revoked: <StatusWord state="offline" icon="close" word="Revoked" />,
  suspended: <StatusWord state="warning" icon="close" word="Suspended" />,
  lost: <StatusWord state="high" word="Lost" />,
}
