// Whether notifications come to this browser while Gatehouse is not open in it.
import { browsers, unsubscribe } from '@gatehouse/contract/messages/channels'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../../kit/data/api.ts'
import { deviceWords } from '../../../kit/device-words.ts'
import { pushState, type PushState, sendTest, switchOff, switchOn } from '../../../kit/push.ts'
import { useSession } from '../../../kit/session/session-state.ts'
import { StatusWord } from '../../../ui/primitives/status-word.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { When } from '../../../ui/time/when.tsx'
import { PersonalCard, usePersonal } from '../personal-card.tsx'
import { Row } from '../row.tsx'
import rows from '../rows.module.css'
import styles from './notifications.module.css'

const stateKey = ['push of this browser']

export const ThisBrowserCard = () => {
  const query = usePersonal(browsers, {})
  return (
    <PersonalCard
      title="Notifications on the screen"
      op={browsers}
      query={query}
      rows={2}
      failed="Your browsers could not be loaded"
    >
      {({ browsers: mine }) => (
        <div className={rows.rows}>
          <ThisBrowser />
          {mine.length > 0 && <p className={rows.under}>Browsers that show your notifications</p>}
          <ul>
            {mine.map((browser) => (
              <Row
                as="li"
                key={browser.id}
                name={
                  <>
                    {deviceWords(browser.agent)}
                    {browser.current && <StatusWord state="normal" word="This session" />}
                  </>
                }
                more={
                  <>
                    Since <When at={browser.createdAt} />
                    {browser.lastSentAt !== null && (
                      <>
                        , last sent <When at={browser.lastSentAt} />
                      </>
                    )}
                  </>
                }
              >
                {!browser.current && <Forget id={browser.id} name={deviceWords(browser.agent)} />}
              </Row>
            ))}
          </ul>
        </div>
      )}
    </PersonalCard>
  )
}

const text: Record<PushState, string> = {
  unsupported: 'This browser cannot show notifications, or is not allowed to here: they need a secure address (https).',
  blocked: 'This browser forbids it. Allow notifications for this address in its settings, then come back.',
  off: 'They come also while Gatehouse is not open, until you sign out.',
  on: 'They come here also while Gatehouse is not open, until you sign out.',
}

const ThisBrowser = () => {
  const { user } = useSession()
  const cache = useQueryClient()
  const { data: state } = useQuery({ queryKey: stateKey, queryFn: pushState, refetchOnMount: 'always' })
  const [busy, setBusy] = useState(false)
  if (!user || state === undefined) return <p className="block text-sm text-muted">Asking the browser…</p>
  const turn = async (on: boolean) => {
    setBusy(true)
    try {
      cache.setQueryData(stateKey, await (on ? switchOn(user.id) : switchOff()))
    } catch (error) {
      toast('error', messageOf(error, 'The browser could not be subscribed. Please try again.'))
    }
    setBusy(false)
  }
  const test = async () => {
    try {
      if (await sendTest()) return toast('success', 'It is on its way: it should appear on the screen in a moment.')
      toast('error', 'This browser has ended its subscription. Turn it on again.')
      await cache.invalidateQueries({ queryKey: stateKey })
    } catch (error) {
      toast('error', messageOf(error, 'It could not be sent. Please try again.'))
    }
  }
  return (
    <div className={`${styles.part} grid gap-3 border-t border-t-line px-0 py-3`}>
      <FormControlLabel
        className={styles.switch}
        labelPlacement="start"
        slotProps={{ typography: { variant: 'body2' } }}
        disabled={busy || state === 'unsupported' || state === 'blocked'}
        label={
          <>
            <span className="block [font-size:inherit] font-semibold">This browser</span>
            <span className="block text-sm text-muted">{text[state]}</span>
          </>
        }
        control={<Switch checked={state === 'on'} onChange={(_, on) => void turn(on)} />}
      />
      {state === 'on' && (
        <div>
          <Button variant="outlined" onClick={() => void test()}>
            Send a test
          </Button>
        </div>
      )}
    </div>
  )
}

const Forget = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const forget = async () => {
    try {
      await call(unsubscribe, { id })
      toast('success', `${name} shows your notifications no more.`)
    } catch (error) {
      toast('error', messageOf(error, 'It could not be done. Please try again.'))
    }
  }
  return (
    <Button aria-label={`Stop notifications in ${name}`} onClick={() => void forget()}>
      Stop
    </Button>
  )
}
