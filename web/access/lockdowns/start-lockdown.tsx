// The question before a lockdown: which doors, why, and that the way out stays open. Answered by holding, or by typing the
// name where holding is not possible.
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import type { Scenario } from '@gatehouse/contract/access/lockdowns'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { ReasonField } from '../../ui/forms/reason-field.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { HoldButton } from '../../ui/sheets/hold-button.tsx'
import { Question } from '../../ui/sheets/question.tsx'
import { SkeletonRows, View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { EgressNote } from './egress-note.tsx'
import { doorsText, moreText, rolesText } from './lockdown-words.ts'

interface StartLockdownProps {
  readonly scenario: Scenario
  readonly onClose: () => void
  readonly onStarted: (lockdownId: string) => void
}

export const StartLockdown = ({ scenario, onClose, onStarted }: StartLockdownProps) => {
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const { busy, failure, attempt } = useAttempt()
  const isTyped = typed !== null && sameName(typed, scenario.name)

  const start = async (released: Promise<void> = Promise.resolve()) => {
    await attempt(async () => {
      const { lockdownId } = await call(lockdowns.trigger, { scenarioId: scenario.id, reason })
      await released
      onStarted(lockdownId)
    })
  }

  return (
    <Question
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a prop of the frame, not an attribute
      role="dialog"
      title={`Lock down ${scenario.name}?`}
      action="Lock down"
      busy="Locking down…"
      tone="danger"
      failure={failure}
      working={busy}
      onClose={onClose}
      onSubmit={() => (isTyped ? start() : Promise.resolve())}
      field={
        <div className="grid gap-3">
          <Doors scenario={scenario} />
          <ReasonField
            reasons={lockdowns.reasons}
            value={reason}
            onChange={setReason}
            help="It can be given or completed later."
          />
          {typed === null ? (
            <Button className="justify-self-start" onClick={() => setTyped('')}>
              Confirm by typing instead
            </Button>
          ) : (
            <TextField
              label={`Type “${scenario.name}” to confirm`}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              autoComplete="off"
            />
          )}
        </div>
      }
      idle={!isTyped}
      confirm={
        typed === null ? (
          <HoldButton
            label="Lock down"
            busy={busy ? 'Locking down…' : null}
            onHeld={(released) => void start(released)}
          />
        ) : undefined
      }
    >
      <p>
        Locks {doorsText(scenario.doorCount)} at once. They open for nobody
        {scenario.passRoles.length > 0 && ` but ${rolesText(scenario.passRoles)}`} until it is released
        {scenario.releaseRoles.length > 0 && ` by ${rolesText(scenario.releaseRoles)}`}.
      </p>
      <EgressNote />
    </Question>
  )
}

// Its height is known before the doors are: the button below it must not move from under a thumb.
const Doors = ({ scenario: { id: scenarioId, doorCount } }: { readonly scenario: Scenario }) => {
  const query = useQuery(queryOf(lockdowns.scenarioDoors, { scenarioId }))
  const rows = Math.min(Math.max(doorCount, 2), 4)
  return (
    <section
      className="h-[calc(var(--rows)*2.75rem+2*var(--space-2)+2px)] overflow-auto rounded border border-line bg-sunken px-3 py-2"
      style={{ '--rows': rows }}
      // A region that scrolls must be reachable by keyboard, also when nothing in it is.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={`The ${doorsText(doorCount)}`}
    >
      <View
        op={lockdowns.scenarioDoors}
        query={query}
        skeleton={<SkeletonRows rows={rows} className="grid gap-1 [&>*]:min-h-[2.5rem]" />}
        failed="Its doors could not be loaded"
      >
        {({ doors, hidden }) => (
          <ul className="grid list-none gap-1 p-0">
            {doors.map(({ id, name, place, online }) => (
              <li key={id} className="grid">
                <span>{name}</span>
                <span className="text-sm text-muted">{place}</span>
                {online !== true && <StatusWord state="offline" word="Offline: sent when it is back" />}
              </li>
            ))}
            {hidden > 0 && <li className="grid text-sm text-muted">{moreText(hidden)}</li>}
          </ul>
        )}
      </View>
    </section>
  )
}

const sameName = (typed: string, name: string) => typed.trim().toLowerCase() === name.trim().toLowerCase()
