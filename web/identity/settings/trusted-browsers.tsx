// Browsers on which I asked not to be asked for a code for 30 days.
import { forgetDevice } from '@gatehouse/contract/identity/second-factors'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { call, messageOf } from '../../kit/data/api.ts'
import { deviceWords } from '../../kit/device-words.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { When } from '../../ui/time/when.tsx'
import type { SecondFactors } from './demand.ts'
import { Row } from './row.tsx'
import styles from './rows.module.css'
import { Until } from './until.tsx'

interface TrustedBrowsersProps {
  readonly devices: SecondFactors['trustedDevices']
}

export const TrustedBrowsers = ({ devices }: TrustedBrowsersProps) => {
  const [forgetting, setForgetting] = useState<string | null>(null)
  if (devices.length === 0) return null
  const forget = async (deviceId: string) => {
    setForgetting(deviceId)
    try {
      await call(forgetDevice, { deviceId })
      toast('success', 'The next sign-in on that browser asks for a code.')
    } catch (error) {
      toast('error', messageOf(error, 'The browser could not be forgotten. Please try again.'))
    } finally {
      setForgetting(null)
    }
  }
  return (
    <>
      <h3 className={styles.under}>Browsers that are not asked for a code</h3>
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
            <Button
              aria-disabled={forgetting === id}
              aria-label={`Ask for a code again: ${deviceWords(agent)}`}
              onClick={() => void forget(id)}
            >
              Ask again
            </Button>
          </Row>
        ))}
      </ul>
    </>
  )
}
