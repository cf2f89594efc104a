// The roles and labels of one account: what of them one may give and take, with a summary before it is sent.
import * as roles from '@gatehouse/contract/identity/roles'
import * as users from '@gatehouse/contract/identity/users'
import type { Account } from '@gatehouse/contract/identity/users'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import { type Choice, ChoiceList } from '../../ui/forms/choice-list.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { KeepUnsaved } from '../../ui/forms/keep-unsaved.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { LabelChips } from './accounts-table.tsx'
import { useLabelChoices, useRoleChoices } from './giving.ts'

export const AccountAccess = ({ account }: { readonly account: Account }) => {
  const { id, can } = account
  const roleChoices = useRoleChoices()
  const labelChoices = useLabelChoices()
  const mayAssign = useMissing(roles.assign).length === 0 && can.manage
  const mayLabel = useMissing(users.setLabels).length === 0 && can.manage
  const heldRoles = account.roles.map(({ _id }) => _id)
  const heldLabels = account.labels.map(({ _id }) => _id)
  const [wanted, setWanted] = useState<Wanted>({ roles: null, labels: null })
  const differs = (wish: Wish, held: readonly string[]) =>
    wish !== null && (wish.size !== held.length || held.some((one) => !wish.has(one)))
  const unsaved = differs(wanted.roles, heldRoles) || differs(wanted.labels, heldLabels)
  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <KeepUnsaved what={`What you have chosen for ${account.displayName}`} unsaved={unsaved} />
      {mayAssign ? (
        <Choosing
          legend="Roles"
          empty="There are no roles."
          choices={roleChoices}
          held={heldRoles}
          wish={wanted.roles}
          onWish={(next) => setWanted((now) => ({ ...now, roles: next }))}
          saved={`The roles of ${account.displayName} are saved.`}
          save={({ add, remove }) => call(roles.assign, { userIds: [id], add, remove })}
        />
      ) : (
        <section>
          <h3>Roles</h3>
          <p>{account.roles.map(({ name }) => name).join(', ') || 'None.'}</p>
          {can.manage && <Note>Giving and taking roles needs the permission assign_roles.</Note>}
        </section>
      )}
      {mayLabel ? (
        <Choosing
          legend="Labels"
          empty="There are no labels. They are made on the page “Labels”."
          choices={labelChoices}
          held={heldLabels}
          wish={wanted.labels}
          onWish={(next) => setWanted((now) => ({ ...now, labels: next }))}
          saved={`The labels of ${account.displayName} are saved.`}
          save={({ all }) => call(users.setLabels, { userId: id, labelIds: all })}
        />
      ) : (
        <section>
          <h3>Labels</h3>
          <LabelChips labels={account.labels} />
          {can.manage && <Note>Choosing labels needs the permission manage_labels.</Note>}
        </section>
      )}
    </div>
  )
}

/** null: as it is, also when somebody else changes it meanwhile. */
type Wish = ReadonlySet<string> | null

interface Wanted {
  readonly roles: Wish
  readonly labels: Wish
}

interface Change {
  readonly add: string[]
  readonly remove: string[]
  readonly all: string[]
}

interface ChoosingProps {
  readonly legend: string
  readonly empty: string
  readonly choices: readonly Choice[]
  readonly held: readonly string[]
  readonly wish: Wish
  readonly onWish: (wish: Wish) => void
  readonly saved: string
  readonly save: (change: Change) => Promise<unknown>
}

const Choosing = ({ legend, empty, choices, held, wish, onWish, saved, save }: ChoosingProps) => {
  const chosen = wish ?? new Set(held)
  const { busy, failure, attempt } = useAttempt('It could not be saved.')
  const add = [...chosen].filter((id) => !held.includes(id))
  const remove = held.filter((id) => !chosen.has(id))
  const changed = add.length + remove.length > 0
  const names = (ids: readonly string[]) =>
    choices
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(', ')
  const submit = () =>
    attempt(async () => {
      await save({ add, remove, all: [...chosen] })
      toast('success', saved)
      onWish(null)
    })
  return (
    <section className="grid grid-cols-1 content-start gap-4">
      <ChoiceList legend={legend} empty={empty} choices={choices} chosen={chosen} onChange={onWish} />
      {changed && (
        <div className="flex flex-wrap items-center justify-end gap-2 [&_output]:flex-[1_1_14rem] [&_output]:font-[550] below-sm:[&_output]:basis-full">
          <output>
            {[
              ...(add.length > 0 ? [`Give ${names(add)}`] : []),
              ...(remove.length > 0 ? [`Take ${names(remove)}`] : []),
            ].join('. ')}
            .
          </output>
          <Button onClick={() => onWish(null)}>Undo</Button>
          <Button variant="contained" aria-disabled={busy} onClick={() => void submit()}>
            {busy ? 'Saving…' : `Save ${legend.toLowerCase()}`}
          </Button>
        </div>
      )}
      <Failure text={failure} />
    </section>
  )
}
