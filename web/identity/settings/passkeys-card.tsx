// My passkeys: adding one under a name, and removing one.
import { type Passkey, removePasskey, state as secondFactors } from '@gatehouse/contract/identity/second-factors'
import Button from '@mui/material/Button'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { later } from '../../ui/feedback/later.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import type { SecondFactors } from './demand.ts'
import { keepToken } from './keep-token.ts'
import { passkeyObstacle, thisPlace } from './passkey-support.ts'
import { PasswordConfirm } from './password-confirm.tsx'
import { PersonalCard } from './personal-card.tsx'
import { Remark, Row } from './row.tsx'

const PasskeyDialog = later(async () => (await import('./passkey-dialog.tsx')).PasskeyDialog, 'over')

export const PasskeysCard = ({ query }: { readonly query: UseQueryResult<SecondFactors> }) => {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const obstacle = passkeyObstacle(thisPlace())
  return (
    <PersonalCard title="Passkeys" op={secondFactors} query={query} rows={2} failed="Your passkeys could not be loaded">
      {({ passkeys, hasPassword }) => (
        <>
          <Row
            plain
            name="Fingerprint, face or the PIN of your device in place of password and code"
            more="The safest way in: it works on this site only, and nothing can be given away."
          >
            {obstacle === null && (
              <Button variant="outlined" onClick={() => setAdding(true)}>
                Add a passkey
              </Button>
            )}
          </Row>
          {obstacle !== null && <Remark icon="information">{obstacle}</Remark>}
          <ul>
            {passkeys.map((passkey) => (
              <Row
                as="li"
                key={passkey.id}
                name={passkey.name}
                more={
                  <>
                    Added <When at={passkey.createdAt} />,{' '}
                    {passkey.lastUsedAt ? (
                      <>
                        last used <When at={passkey.lastUsedAt} />
                      </>
                    ) : (
                      'not used yet'
                    )}
                    {passkey.backedUp ? '; copied to your other devices by their maker' : '; on one device only'}
                  </>
                }
              >
                <Button aria-label={`Remove the passkey ${passkey.name}`} onClick={() => setRemoving(passkey)}>
                  Remove
                </Button>
              </Row>
            ))}
          </ul>
          {adding && (
            <PasskeyDialog
              hasPassword={hasPassword}
              onAdded={(name) => {
                toast('success', `The passkey “${name}” opens your account from now on.`)
                setAdding(false)
              }}
              onClose={() => setAdding(false)}
            />
          )}
          {removing && (
            <PasswordConfirm
              title={`Remove the passkey “${removing.name}”?`}
              action="Remove"
              busy="Removing…"
              tone="danger"
              hasPassword={hasPassword}
              onConfirm={async (proof) => {
                await keepToken(await call(removePasskey, { passkeyId: removing.id, ...proof }))
                setRemoving(null)
              }}
              onClose={() => setRemoving(null)}
            >
              <p>It no longer opens your account. Delete it on the device as well, where it goes on being offered.</p>
            </PasswordConfirm>
          )}
        </>
      )}
    </PersonalCard>
  )
}
