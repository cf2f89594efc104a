// What a person carries: cards, PINs and phones, given, suspended, lost, replaced and revoked.
import { call } from '../../kit/data/api.ts'
import * as access from '@gatehouse/contract/access/access'
import type { Credential, Person } from '@gatehouse/contract/access/access'
import { isPermission, permissions } from '@gatehouse/contract/permissions'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link, type To } from 'react-router'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Named } from '../../ui/primitives/named.tsx'
import { credentialName, periodText, standingOf, useMomentText } from './access-words.ts'
import { Line, Lines, Part, StandingWord } from './parts.tsx'
import { ShownPin } from './shown-pin.tsx'

const CardForm = later(async () => (await import('./credential-forms.tsx')).CardForm, 'over')
const PinForm = later(async () => (await import('./credential-forms.tsx')).PinForm, 'over')
const MobileForm = later(async () => (await import('./credential-forms.tsx')).MobileForm, 'over')
const ReplaceForm = later(async () => (await import('./credential-forms.tsx')).ReplaceForm, 'over')

interface CredentialsProps {
  readonly person: Person
  readonly credentials: readonly Credential[] | { readonly missing: string }
}

export const Credentials = ({ person, credentials }: CredentialsProps) => {
  const giving = useSheetAddress('give')
  const [pin, setPin] = useState<string | null>(null)
  if ('missing' in credentials) return <Withheld missing={credentials.missing} />
  const replaced = credentials.find(({ id }) => id === giving.id)
  return (
    <Part
      title="Credentials"
      action={
        <span className="inline-flex flex-wrap gap-2 below-sm:[&>:is(a,button)]:min-h-[44px]">
          {(['card', 'pin', 'mobile'] as const).map((kind) => (
            <Button key={kind} size="small" component={Link} to={giving.to(kind)} state={opensSheet}>
              {giveWords[kind]}
            </Button>
          ))}
        </span>
      }
    >
      <Lines empty={`Nothing yet: no reader knows ${person.displayName}.`}>
        {credentials.map((credential) => (
          <CredentialLine
            key={credential.id}
            person={person}
            credential={credential}
            replace={giving.to(credential.id)}
          />
        ))}
      </Lines>
      {giving.id === 'card' ? (
        <CardForm person={person} closed={giving.closed} />
      ) : giving.id === 'pin' ? (
        <PinForm person={person} closed={giving.closed} onDelivered={setPin} />
      ) : giving.id === 'mobile' ? (
        <MobileForm person={person} closed={giving.closed} />
      ) : replaced ? (
        <ReplaceForm person={person} credential={replaced} closed={giving.closed} />
      ) : null}
      {pin !== null && <ShownPin person={person} pin={pin} onClose={() => setPin(null)} />}
    </Part>
  )
}

const giveWords = { card: 'Add card', pin: 'Add PIN', mobile: 'Add mobile credential' } as const

const Withheld = ({ missing }: { readonly missing: string }) => (
  <Part title="Credentials">
    <p className="text-muted">
      Cards, PINs and phones are seen and given by those who hold “
      {isPermission(missing) ? permissions[missing].description : missing}”.
    </p>
  </Part>
)

interface CredentialLineProps {
  readonly person: Person
  readonly credential: Credential
  readonly replace: To
}

const CredentialLine = ({ person, credential, replace }: CredentialLineProps) => {
  const name = credentialName(credential)
  const show = useMomentText()
  const dates = [
    periodText(credential, show),
    credential.since && `given ${show(credential.since)}`,
    credential.revokedAt && `revoked ${show(credential.revokedAt)}`,
  ].filter(Boolean)
  const deed = (which: keyof typeof deeds) => <Deed of={deeds[which]} person={person} credential={credential} />
  return (
    <Line>
      <Named name={name}>{dates.join(', ')}</Named>
      <StandingWord of={(now) => standingOf(credential, now)} />
      {credential.revokedAt === null && (
        <span className="inline-flex flex-wrap gap-2 below-sm:[&>:is(a,button)]:min-h-[44px]">
          {credential.state === 'active' ? (
            <>
              {deed('suspend')}
              {deed('lost')}
            </>
          ) : (
            deed('reinstate')
          )}
          {credential.kind === 'card' && (
            <Button size="small" component={Link} to={replace} state={opensSheet}>
              Replace<span className="visually-hidden"> {name}</span>
            </Button>
          )}
          {deed('revoke')}
        </span>
      )}
    </Line>
  )
}

interface DeedWords {
  /** The button's words; the action's where absent. */
  readonly label?: string
  readonly action: string
  readonly busy: string
  readonly tone?: 'plain' | 'danger'
  /** What it is from then on; absent: revoked. */
  readonly state?: Credential['state']
  readonly says: string
}

const deeds = {
  suspend: {
    action: 'Suspend',
    busy: 'Suspending…',
    state: 'suspended',
    says: 'Doors refuse it until it is let open again.',
  },
  reinstate: {
    label: 'Let it open again',
    action: 'Let it open',
    busy: 'Saving…',
    state: 'active',
    says: 'Doors take it again from now on.',
  },
  lost: {
    label: 'Lost',
    action: 'Call it lost',
    busy: 'Saving…',
    tone: 'danger',
    state: 'lost',
    says: 'Doors refuse it from now on, and whoever shows it raises suspicion. It can be let open again if it is found.',
  },
  revoke: {
    action: 'Revoke',
    busy: 'Revoking…',
    tone: 'danger',
    says: 'Doors refuse it from now on, for good, whoever has it.',
  },
} as const satisfies Record<string, DeedWords>

interface DeedProps extends Pick<CredentialLineProps, 'person' | 'credential'> {
  readonly of: DeedWords
}

const Deed = ({
  of: { action, label = action, busy, tone = 'plain', state, says: text },
  person,
  credential,
}: DeedProps) => {
  const name = credentialName(credential)
  const { id: credentialId, label: called, from, to } = credential
  return (
    <ConfirmButton
      size="small"
      label={
        <>
          {label}
          <span className="visually-hidden"> {name}</span>
        </>
      }
      title={`${action}: ${name} of ${person.displayName}?`}
      action={action}
      busy={busy}
      tone={tone}
      {...(state && { reason: { label: 'Why' } })}
      run={(reason) =>
        state
          ? call(access.updateCredential, { credentialId, state, label: called, from, to, reason })
          : call(access.revokeCredential, { credentialId })
      }
      done={`${name} is changed.`}
    >
      <p>{text}</p>
    </ConfirmButton>
  )
}
