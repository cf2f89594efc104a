// How far a door has got, out of what the store has of it; and the last step: trying it.
import type { checklist } from '@gatehouse/contract/access/door-setup'
import type { Door } from '@gatehouse/contract/access/doors'
import type { Output } from '@gatehouse/contract/operation'
import type { ReactNode } from 'react'
import { UnlockDoor } from '../../ui/feedback/unlock-door.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import type { State } from '../../ui/theme/tokens.ts'
import { When } from '../../ui/time/when.tsx'

type Progress = Output<typeof checklist>

interface ChecklistProps {
  readonly door: Door
  readonly progress: Progress
}

export const Checklist = ({ door, progress }: ChecklistProps) => {
  const { connection, gateways, status, state, quarantined } = progress
  return (
    <section className="grid grid-cols-1 content-start gap-3 [&_h3]:m-0!" aria-label="Test">
      <h3>Test</h3>
      <ol className="list-none">
        {connection.username === null && (
          <Step
            state={gateways > 0 ? 'normal' : 'warning'}
            word={gateways > 0 ? 'Done' : 'Missing'}
            title="A gateway carries it"
          >
            {gateways === 1
              ? 'One gateway may speak for it.'
              : gateways > 1
                ? `${gateways} gateways may speak for it.`
                : 'No gateway may speak for it yet. Add one under “Discovered devices”.'}
          </Step>
        )}
        <Step
          state={status === null ? 'unknown' : status.online ? 'normal' : 'offline'}
          word={status === null ? 'Waiting' : status.online ? 'Done' : 'Offline'}
          title="It has connected"
        >
          {status === null ? (
            'Nothing was heard of it yet.'
          ) : (
            <>
              Last heard <When at={status.lastSeenAt} />.
            </>
          )}
        </Step>
        <Step
          state={state === null ? 'unknown' : 'normal'}
          word={state === null ? 'Waiting' : 'Done'}
          title="State received"
        >
          {state === null ? (
            'It has not said yet whether it is locked and shut.'
          ) : (
            <>
              {wordsOf(state)}, <When at={state.receivedAt} />.
            </>
          )}
        </Step>
        <Step
          state={quarantined ? 'warning' : 'normal'}
          word={quarantined ? 'Not understood' : 'Nothing'}
          title="Rejected messages, last 24 hours"
        >
          {quarantined ? (
            <>
              <When at={quarantined.receivedAt} />: {quarantined.reason}
              <code className="block max-h-[10rem] w-full overflow-auto rounded bg-sunken p-2 font-mono text-sm wrap-anywhere whitespace-pre-wrap text-text">
                {quarantined.topic}
                {'\n'}
                {quarantined.payload}
              </code>
            </>
          ) : (
            'Everything it said could be read.'
          )}
        </Step>
        <TryStep door={door} progress={progress} />
      </ol>
    </section>
  )
}

/** `Locked down, lock locked, contact closed`; what it does not know of itself is not read out. */
const wordsOf = ({ mode, lock, contact }: NonNullable<Progress['state']>): string => {
  const known = (word: string) => word !== 'Unknown'
  const words = [
    ...[mode].filter(known).map(inWords),
    ...[lock].filter(known).map((word) => `lock ${inWords(word)}`),
    ...(known(contact) ? [`contact ${inWords(contact)}`] : ['no contact reported']),
  ].join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const inWords = (word: string): string => word.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

interface StepProps {
  readonly state: State
  readonly word: string
  readonly title: string
  readonly children: ReactNode
}

const Step = ({ state, word, title, children }: StepProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 px-0 py-3 [&_p]:mx-0 [&_p]:mt-0 [&_p]:mb-2 [&>div]:col-span-full not-first:border-t not-first:border-t-line">
    <span className="font-semibold">{title}</span>
    <StatusWord state={state} word={word} icon={state === 'normal' ? 'check' : undefined} />
    <div className="text-sm text-muted">{children}</div>
  </li>
)

const deeds: Record<string, string> = {
  unlock: 'unlock',
  lock: 'lock',
  hold: 'keep unlocked',
  release: 'be as usual again',
  lockdown: 'lock down',
  'release-lockdown': 'end its lockdown',
}

const outcomes: Record<string, readonly [State, string]> = {
  requested: ['information', 'Unlocking…'],
  sent: ['information', 'Unlocking…'],
  confirmed: ['normal', 'Done'],
  refused: ['high', 'Refused'],
  'no-answer': ['warning', 'No answer'],
  failed: ['warning', 'Not sent'],
}

const TryStep = ({ door, progress: { command } }: ChecklistProps) => {
  const [state, word]: readonly [State, string] = command
    ? (outcomes[command.status] ?? ['unknown', command.status])
    : ['unknown', 'Not tried']
  return (
    <Step state={state} word={word} title="Command test">
      {command ? (
        <p>
          Last command: {deeds[command.asked] ?? command.asked}, <When at={command.requestedAt} />
          {command.detail === null ? '.' : `: ${command.detail}`}
        </p>
      ) : (
        <p>No command yet.</p>
      )}
      <p>Stand at the door: only there it is seen whether the bolt moved.</p>
      <UnlockDoor door={door} look="named" />
    </Step>
  )
}
