// Whether notifications come to this browser while Gatehouse is not open in it.
import { browsers, unsubscribe } from '@gatehouse/contract/messages/channels'
import type { Output } from '@gatehouse/contract/operation'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../../kit/data/api.ts'
import { deviceWords } from '../../../kit/device-words.ts'
import { pushState, type PushState, sendTest, switchOff, switchOn } from '../../../kit/push.ts'
import { useSession } from '../../../kit/session/session-state.ts'
import { StatusWord } from '../../../ui/primitives/status-word.tsx'
import { SwitchLine } from '../../../ui/forms/switch-line.tsx'
import { CallButton } from '../../../ui/primitives/call-button.tsx'
import { Note } from '../../../ui/primitives/named.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { When } from '../../../ui/time/when.tsx'
import { PersonalCard, usePersonal } from '../personal-card.tsx'
import { Row, RowsTitle } from '../row.tsx'

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
        <>
          <ThisBrowser />
          {mine.length > 0 && <RowsTitle>Browsers that show your notifications</RowsTitle>}
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
                {!browser.current && (
                  <CallButton
                    aria-label={`Stop notifications in ${deviceWords(browser.agent)}`}
                    run={() => forget(browser)}
                    failed="It could not be done. Please try again."
                  >
                    Stop
                  </CallButton>
                )}
              </Row>
            ))}
          </ul>
        </>
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
  if (!user || state === undefined) return <Note>Asking the browser…</Note>
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
    if (await sendTest()) return toast('success', 'It is on its way: it should appear on the screen in a moment.')
    toast('error', 'This browser has ended its subscription. Turn it on again.')
    await cache.invalidateQueries({ queryKey: stateKey })
  }
  return (
    <div className="grid gap-3 border-t border-t-line py-3">
      <SwitchLine
        label="This browser"
        note={text[state]}
        checked={state === 'on'}
        disabled={busy || state === 'unsupported' || state === 'blocked'}
        onChange={(on) => void turn(on)}
      />
      {state === 'on' && (
        <div>
          <CallButton variant="outlined" run={test} failed="It could not be sent. Please try again.">
            Send a test
          </CallButton>
        </div>
      )}
    </div>
  )
}

const forget = async ({ id, agent }: Output<typeof browsers>['browsers'][number]) => {
  await call(unsubscribe, { id })
  toast('success', `${deviceWords(agent)} shows your notifications no more.`)
}
