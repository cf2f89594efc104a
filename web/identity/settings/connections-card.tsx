// Google and GitHub as further ways into my account; only those that this installation is set up for.
import { connect, connected, disconnect, type Provider, providers } from '@gatehouse/contract/identity/social'
import Button from '@mui/material/Button'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import type { SecondFactors } from './demand.ts'
import { PasswordConfirm } from './password-confirm.tsx'
import { PersonalCard, usePersonal } from './personal-card.tsx'
import styles from './rows.module.css'

const names: Record<Provider, string> = { google: 'Google', github: 'GitHub' }

export const ConnectionsCard = ({ factors }: { readonly factors: UseQueryResult<SecondFactors> }) => {
  const configured = useQuery(queryOf(providers, {})).data?.providers ?? []
  const query = usePersonal(connected, {})
  const [leaving, setLeaving] = useState<Provider | null>(null)
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
        <div className={styles.rows}>
          <ul>
            {shown.map((provider) => {
              const connection = linked.get(provider)
              return (
                <li key={provider} className={styles.row}>
                  <div className={styles.what}>
                    <p className={styles.name}>{names[provider]}</p>
                    <p className={styles.more}>
                      {connection ? (
                        <>
                          {connection.email}, connected <When at={connection.linkedAt} />
                        </>
                      ) : (
                        `Not connected: connect it to sign in with ${names[provider]}`
                      )}
                    </p>
                  </div>
                  {connection ? (
                    <Button aria-label={`Disconnect ${names[provider]}`} onClick={() => setLeaving(provider)}>
                      Disconnect
                    </Button>
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
                </li>
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
          {leaving && (
            <Confirm
              title={`Disconnect ${names[leaving]}?`}
              action="Disconnect"
              busy="Disconnecting…"
              tone="danger"
              onConfirm={async () => {
                await call(disconnect, { provider: leaving })
              }}
              onClose={() => setLeaving(null)}
            >
              <p>You can no longer sign in with {names[leaving]}. Your password and passkeys still work.</p>
            </Confirm>
          )}
        </div>
      )}
    </PersonalCard>
  )
}
