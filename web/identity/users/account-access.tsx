// The roles and labels of one account: what of them one may give and take, with a summary before it is sent.
import * as roles from '@gatehouse/contract/identity/roles'
import * as users from '@gatehouse/contract/identity/users'
import type { Account } from '@gatehouse/contract/identity/users'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import { Note } from '../../ui/primitives/named.tsx'
import { KeepUnsaved } from '../../ui/forms/keep-unsaved.tsx'
import { LabelChips } from './accounts-table.tsx'
import { Choosing, differs, type Wish } from './choosing.tsx'
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

interface Wanted {
  readonly roles: Wish
  readonly labels: Wish
}
