// Which roles and labels one may give: those whose permissions one holds, and labels that one has oneself.
import type { Label } from '@gatehouse/contract/identity/labels'
import type { Role } from '@gatehouse/contract/identity/roles'
import * as labels from '@gatehouse/contract/identity/labels'
import * as roles from '@gatehouse/contract/identity/roles'
import { useQuery } from '@tanstack/react-query'
import { createElement } from 'react'
import { queryOf } from '../../kit/data/queries.ts'
import { type Session, useSession } from '../../kit/session/session-state.ts'
import type { Choice } from '../../ui/forms/choice-list.tsx'
import { LabelChip } from '../../ui/primitives/label-chip.tsx'

export const useRoleChoices = (): Choice[] => {
  const session = useSession()
  const all = useQuery(queryOf(roles.list, {})).data?.roles ?? []
  return all.map((role) => roleChoice(role, session))
}

export const useLabelChoices = (): Choice[] => {
  const session = useSession()
  const all = useQuery(queryOf(labels.list, {})).data?.labels ?? []
  return all.map((label) => labelChoice(label, session))
}

export const roleChoice = (
  { _id, name, description, permissions }: Role,
  { permissions: held }: Pick<Session, 'permissions'>,
): Choice => {
  const lacking = permissions.filter((permission) => !held.has(permission)).length
  return {
    id: _id,
    name,
    note: description,
    ...(lacking === 0 ? {} : { locked: `You cannot give or take it: ${lacking} of its permissions are not yours` }),
  }
}

export const labelChoice = (
  { _id, name, colour, description }: Label,
  { permissions: held, user }: Pick<Session, 'permissions' | 'user'>,
): Choice => {
  const own = held.has('admin_access') || (user?.accessibleLabels ?? []).some((label) => idOf(label) === _id)
  return {
    id: _id,
    name,
    shows: createElement(LabelChip, { name, colour }),
    note: description,
    ...(own ? {} : { locked: 'You do not have it, so you cannot give or take it' }),
  }
}

const idOf = ({ _id }: { readonly _id: string }): string => _id
