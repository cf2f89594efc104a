// Giving and taking roles: for one person or many, reviewed before it is sent, all of it or nothing.
import * as contract from '@gatehouse/contract/identity/roles'
import type { Person, Role } from '@gatehouse/contract/identity/roles'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { KeepUnsaved } from '../../ui/forms/keep-unsaved.tsx'
import { SideSheet, useCloseAfter } from '../../ui/sheets/side-sheet.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import styles from './assign.module.css'
import { changesFor, has, isOutOfHands, sumUp } from './assignment.ts'
import { beyond, textOf } from './role-matrix.ts'

interface AssignSheetProps {
  readonly people: readonly Person[]
  readonly roles: readonly Role[]
  readonly closed: To
  readonly onDone: () => void
}

type Wish = 'give' | 'leave' | 'take'

export const AssignSheet = ({ people, roles, closed, onDone }: AssignSheetProps) => {
  const { permissions: held } = useSession()
  // As they were when the sheet was opened: the sentence counts from there.
  const [whom] = useState(people)
  const [wishes, setWishes] = useState<Readonly<Record<string, Wish>>>({})
  const [reviewing, setReviewing] = useState(false)
  const [done, setDone] = useState(false)
  useCloseAfter(done, closed, onDone)
  const locked = whom.filter((person) => isOutOfHands(person, roles, held))
  const inHands = whom.filter((person) => !locked.includes(person))
  const wished = (kind: Wish) => roles.map(({ _id }) => _id).filter((id) => wishes[id] === kind)
  const assignment = { people: inHands, add: wished('give'), remove: wished('take') }
  const sentence = sumUp(assignment, roles)
  const only = whom.length === 1 ? whom[0] : undefined

  const send = async () => {
    const changed = changesFor(assignment, roles)
    await call(contract.assign, {
      userIds: changed.map(({ person }) => person.id),
      add: assignment.add,
      remove: assignment.remove,
    })
    toast('success', `Done: ${(sentence ?? '').replace(/^./, (letter) => letter.toLowerCase())}.`)
  }

  return (
    <SideSheet
      title={only ? only.displayName : `Roles of ${whom.length} people`}
      subtitle={
        only
          ? only.email
          : whom
              .map(({ displayName }) => displayName)
              .slice(0, 5)
              .join(', ') + (whom.length > 5 ? '…' : '')
      }
      closed={closed}
      foot={
        <>
          <output className="flex-[1_1_12rem] font-[550]">{sentence ? `${sentence}.` : 'Nothing would change.'}</output>
          <Button variant="contained" disabled={sentence === null} onClick={() => setReviewing(true)}>
            Review
          </Button>
        </>
      }
    >
      <KeepUnsaved unsaved={sentence !== null && !done} what="What you have chosen" />
      <div className="grid grid-cols-1 gap-4">
        {locked.length > 0 && (
          <p className="rounded border-s-3 border-s-information bg-sunken px-4 py-3">
            {only
              ? `${only.displayName} may do what you may not, so their roles are out of your hands.`
              : `Left out, because they may do what you may not: ${locked.map(({ displayName }) => displayName).join(', ')}.`}
          </p>
        )}
        {inHands.length > 0 && (
          <ul>
            {roles.map(({ _id, ...role }) => (
              <RoleWish
                key={_id}
                role={role}
                having={inHands.filter((person) => has(person, _id)).length}
                of={inHands.length}
                lacking={beyond(role.permissions, held)}
                wish={wishes[_id] ?? 'leave'}
                onChange={(wish) => setWishes((now) => ({ ...now, [_id]: wish }))}
              />
            ))}
          </ul>
        )}
      </div>
      {reviewing && (
        <Confirm
          title={`${sentence}?`}
          action={only ? 'Change the roles' : 'Change them all'}
          busy="Changing…"
          onClose={() => setReviewing(false)}
          onConfirm={async () => {
            await send()
            setDone(true)
          }}
        >
          <p>It holds at once, also for who is signed in. Either all of it is done, or nothing.</p>
          <ul className="max-h-[16rem] overflow-auto">
            {changesFor(assignment, roles).map(({ person, gets, loses }) => (
              <li key={person.id}>
                <strong>{person.displayName}</strong>{' '}
                {[
                  ...(gets.length > 0 ? [`gets ${gets.join(', ')}`] : []),
                  ...(loses.length > 0 ? [`loses ${loses.join(', ')}`] : []),
                ].join(' and ')}
              </li>
            ))}
          </ul>
        </Confirm>
      )}
    </SideSheet>
  )
}

interface RoleWishProps {
  readonly role: Omit<Role, '_id'>
  /** How many of the people have it. */
  readonly having: number
  readonly of: number
  readonly lacking: readonly string[]
  readonly wish: Wish
  readonly onChange: (wish: Wish) => void
}

const RoleWish = ({ role: { name, description }, having, of, lacking, wish, onChange }: RoleWishProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-b-line py-3">
    <div className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
      <strong>{name}</strong>
      <Note>{description}</Note>
      <Note>{of === 1 ? (having === 1 ? 'has it' : 'does not have it') : `${having} of ${of} have it`}</Note>
      {lacking.length > 0 && (
        <Note>
          You cannot give or take it: you do not hold{' '}
          {lacking.length > 3 ? `${lacking.length} of its permissions` : lacking.map(textOf).join('; ')}
        </Note>
      )}
    </div>
    {lacking.length === 0 && (
      <ToggleButtonGroup
        className={styles.wish ?? ''}
        exclusive
        size="small"
        value={wish}
        onChange={(_, chosen: Wish | null) => onChange(chosen ?? 'leave')}
        aria-label={`Role ${name}`}
      >
        <ToggleButton value="give" disabled={having === of}>
          Give
        </ToggleButton>
        <ToggleButton value="leave">As it is</ToggleButton>
        <ToggleButton value="take" disabled={having === 0}>
          Take
        </ToggleButton>
      </ToggleButtonGroup>
    )}
  </li>
)
