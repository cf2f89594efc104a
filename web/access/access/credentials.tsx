// What a person carries: cards, PINs and phones, given, suspended, lost, replaced and revoked.
import { call } from '../../kit/data/api.ts'
import * as access from '@gatehouse/contract/access/access'
import type { Credential, Person } from '@gatehouse/contract/access/access'
import { isPermission, permissions } from '@gatehouse/contract/permissions'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link } from 'react-router'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { Named } from '../../ui/primitives/named.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { credentialName, periodText, standingOf, useMomentText } from './access-words.ts'
import { Lines, Part, StandingWord } from './parts.tsx'
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
  const [asked, setAsked] = useState<{ deed: Deed; credential: Credential } | null>(null)
  if ('missing' in credentials) return <Withheld missing={credentials.missing} />
  const replaced = credentials.find(({ id }) => id === giving.id)
  return (
    <Part
      title="Carries"
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
            credential={credential}
            replace={giving.to(credential.id)}
            onAsk={(deed) => setAsked({ deed, credential })}
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
      {asked && <AskedDeed {...asked} person={person} onClose={() => setAsked(null)} />}
    </Part>
  )
}

const giveWords = { card: 'Add card', pin: 'Add PIN', mobile: 'Add mobile credential' } as const

const Withheld = ({ missing }: { readonly missing: string }) => (
  <Part title="Carries">
    <p className="text-muted">
      Cards, PINs and phones are seen and given by those who hold “
      {isPermission(missing) ? permissions[missing].description : missing}”.
    </p>
  </Part>
)

type Deed = 'suspend' | 'reinstate' | 'lost' | 'revoke'

interface CredentialLineProps {
  readonly credential: Credential
  readonly replace: ReturnType<ReturnType<typeof useSheetAddress>['to']>
  readonly onAsk: (deed: Deed) => void
}

const CredentialLine = ({ credential, replace, onAsk }: CredentialLineProps) => {
  const name = credentialName(credential)
  const show = useMomentText()
  const dates = [
    periodText(credential, show),
    credential.since && `given ${show(credential.since)}`,
    credential.revokedAt && `revoked ${show(credential.revokedAt)}`,
  ].filter(Boolean)
  const deed = (which: Deed, words: string) => (
    <Button size="small" onClick={() => onAsk(which)}>
      {words}
      <span className="visually-hidden"> {name}</span>
    </Button>
  )
  return (
    <li>
      <Named name={name}>{dates.join(', ')}</Named>
      <StandingWord of={(now) => standingOf(credential, now)} />
      {credential.revokedAt === null && (
        <span className="inline-flex flex-wrap gap-2 below-sm:[&>:is(a,button)]:min-h-[44px]">
          {credential.state === 'active' ? (
            <>
              {deed('suspend', 'Suspend')}
              {deed('lost', 'Lost')}
            </>
          ) : (
            deed('reinstate', 'Let it open again')
          )}
          {credential.kind === 'card' && (
            <Button size="small" component={Link} to={replace} state={opensSheet}>
              Replace<span className="visually-hidden"> {name}</span>
            </Button>
          )}
          {deed('revoke', 'Revoke')}
        </span>
      )}
    </li>
  )
}

interface AskedDeedProps {
  readonly deed: Deed
  readonly credential: Credential
  readonly person: Person
  readonly onClose: () => void
}

const deeds: Record<
  Deed,
  { action: string; busy: string; tone?: 'danger'; state?: Credential['state']; says: string }
> = {
  suspend: {
    action: 'Suspend',
    busy: 'Suspending…',
    state: 'suspended',
    says: 'Doors refuse it until it is let open again.',
  },
  reinstate: { action: 'Let it open', busy: 'Saving…', state: 'active', says: 'Doors take it again from now on.' },
  lost: {
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
}

const AskedDeed = ({ deed, credential, person, onClose }: AskedDeedProps) => {
  const { action, busy, tone = 'plain', state, says: text } = deeds[deed]
  const name = credentialName(credential)
  return (
    <Confirm
      title={`${action}: ${name} of ${person.displayName}?`}
      action={action}
      busy={busy}
      tone={tone}
      {...(state === undefined ? {} : { reason: { label: 'Why' } })}
      onConfirm={async (reason) => {
        const { id: credentialId, label, from, to } = credential
        if (state === undefined) await call(access.revokeCredential, { credentialId })
        else await call(access.updateCredential, { credentialId, state, label, from, to, reason })
        toast('success', `${name} is changed.`)
      }}
      onClose={onClose}
    >
      <p>{text}</p>
    </Confirm>
  )
}
