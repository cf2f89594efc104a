// Google and GitHub as further ways into my account; only those that this installation is set up for.
import { connect, connected, disconnect, type Provider, providers } from '@gatehouse/contract/identity/social'
import Button from '@mui/material/Button'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import type { SecondFactors } from './demand.ts'
import { PasswordConfirm } from './password-confirm.tsx'
import { PersonalCard, usePersonal } from './personal-card.tsx'
import { Row } from './row.tsx'

const names: Record<Provider, string> = { google: 'Google', github: 'GitHub' }

export const ConnectionsCard = ({ factors }: { readonly factors: UseQueryResult<SecondFactors> }) => {
  const configured = useQuery(queryOf(providers, {})).data?.providers ?? []
  const query = usePersonal(connected, {})
  const [going, setGoing] = useState<Provider | null>(null)
  const [asking, setAsking] = useState<Provider | null>(null)
  const linked = new Map(query.data?.connections.map((connection) => [connection.provider, connection]))
  // One that is no longer set up can still be disconnected.
  const shown = [...new Set([...configured, ...linked.keys()])]
  if (shown.length === 0) return null

  const goTo = async (provider: Provider, proof: { password?: string }) =>
    window.location.assign((await call(connect, { provider, ...proof })).url)

  // Accounts without a password have nothing to show again.
  const go = async (provider: Provider) => {
    if (factors.data?.hasPassword !== false) return setAsking(provider)
    setGoing(provider)
    try {
      await goTo(provider, {})
    } catch (error) {
      setGoing(null)
      toast('error', messageOf(error, `${names[provider]} could not be asked. Please try again.`))
    }
  }

  return (
    <PersonalCard
      title="Connected accounts"
      op={connected}
      query={query}
      rows={shown.length}
      failed="Your connected accounts could not be loaded"
    >
      {() => (
        <>
          <ul>
            {shown.map((provider) => {
              const connection = linked.get(provider)
              return (
                <Row
                  as="li"
                  key={provider}
                  name={names[provider]}
                  more={
                    connection ? (
                      <>
                        {connection.email}, connected <When at={connection.linkedAt} />
                      </>
                    ) : (
                      `Not connected: connect it to sign in with ${names[provider]}`
                    )
                  }
                >
                  {connection ? (
                    <ConfirmButton
                      aria-label={`Disconnect ${names[provider]}`}
                      title={`Disconnect ${names[provider]}?`}
                      action="Disconnect"
                      run={() => call(disconnect, { provider })}
                    >
                      <p>You can no longer sign in with {names[provider]}. Your password and passkeys still work.</p>
                    </ConfirmButton>
                  ) : (
                    <Button
                      variant="outlined"
                      aria-label={`Connect ${names[provider]}`}
                      aria-disabled={going === provider}
                      // Whether it asks for a password is not known before.
                      disabled={factors.isPending}
                      onClick={() => void go(provider)}
                    >
                      {going === provider ? 'Going there…' : 'Connect'}
                    </Button>
                  )}
                </Row>
              )
            })}
          </ul>
          {asking && (
            <PasswordConfirm
              title={`Connect ${names[asking]}?`}
              action="Connect"
              busy="Going there…"
              hasPassword
              onConfirm={(proof) => goTo(asking, proof)}
              onClose={() => setAsking(null)}
            >
              <p>Whoever signs in to that account at {names[asking]} can sign in to yours here.</p>
            </PasswordConfirm>
          )}
        </>
      )}
    </PersonalCard>
  )
}
