// Browsers on which I asked not to be asked for a code for 30 days.
import { forgetDevice } from '@gatehouse/contract/identity/second-factors'
import { call } from '../../kit/data/api.ts'
import { deviceWords } from '../../kit/device-words.ts'
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import type { SecondFactors } from './demand.ts'
import { Row, RowsTitle } from './row.tsx'
import { Until } from './until.tsx'

export const TrustedBrowsers = ({ devices }: { readonly devices: SecondFactors['trustedDevices'] }) => {
  if (devices.length === 0) return null
  const forget = async (deviceId: string) => {
    await call(forgetDevice, { deviceId })
    toast('success', 'The next sign-in on that browser asks for a code.')
  }
  return (
    <>
      <RowsTitle>Browsers that are not asked for a code</RowsTitle>
      <ul>
        {devices.map(({ id, agent, lastUsedAt, expiresAt }) => (
          <Row
            as="li"
            key={id}
            name={deviceWords(agent)}
            more={
              <>
                Last used <When at={lastUsedAt} />, trusted until <Until at={expiresAt} />
              </>
            }
          >
            <CallButton
              aria-label={`Ask for a code again: ${deviceWords(agent)}`}
              run={() => forget(id)}
              failed="The browser could not be forgotten. Please try again."
            >
              Require 2FA again
            </CallButton>
          </Row>
        ))}
      </ul>
    </>
  )
}
