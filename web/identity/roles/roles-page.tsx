// The roles of the company: what each one allows, by area and in words; details and changes in a sheet beside it.
import * as roles from '@gatehouse/contract/identity/roles'
import type { Role } from '@gatehouse/contract/identity/roles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { AddLink } from '../../ui/primitives/add-link.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { PageHeader } from '../../ui/primitives/page-header.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { View } from '../../ui/feedback/states.tsx'
import { peopleText } from './role-matrix.ts'
import { RoleMatrix, SystemMark } from './role-matrix-table.tsx'

const RoleSheet = later(async () => (await import('./role-sheet.tsx')).RoleSheet, 'over')
const RoleForm = later(async () => (await import('./role-form.tsx')).RoleForm, 'over')

export const RolesPage = () => {
  const query = useQuery(queryOf(roles.list, {}))
  const phone = useMediaQuery((theme) => theme.breakpoints.down('md'))
  const shown = useSheetAddress('role')
  const edited = useSheetAddress('edit')
  const added = useSheetAddress('add')
  return (
    <>
      <PageHeader
        title="Roles"
        lead="Permissions by role"
        action={<AddLink to={added.to('blank')}>Add role</AddLink>}
      />
      <View op={roles.create} query={query} rows={12} failed="The roles could not be loaded">
        {({ roles: all }) => (
          <>
            {phone ? <RoleCards roles={all} to={shown.to} /> : <RoleMatrix roles={all} to={shown.to} />}
            {added.id !== null && (
              <RoleForm key={`add ${added.id}`} roles={all} from={added.id} id={null} closed={added.closed} />
            )}
            {added.id === null && edited.id !== null && (
              <RoleForm key={edited.id} roles={all} from={edited.id} id={edited.id} closed={edited.closed} />
            )}
            {added.id === null && edited.id === null && shown.id !== null && (
              <RoleSheet
                role={all.find(({ _id }) => _id === shown.id) ?? null}
                edit={edited.to}
                clone={added.to}
                closed={shown.closed}
              />
            )}
          </>
        )}
      </View>
    </>
  )
}

const RoleCards = ({ roles: all, to }: { readonly roles: readonly Role[]; readonly to: (id: string) => To }) => (
  <ul className="rounded border border-line bg-surface">
    {all.map(({ _id, name, description, system, people, permissions }) => (
      <li key={_id} className="border-t border-t-line first:border-t-0">
        <Link
          to={to(_id)}
          state={opensSheet}
          className="flex min-h-[64px] items-center gap-3 px-4 py-3 text-text no-underline focus-visible:-outline-offset-2 [&>svg]:text-muted"
        >
          <span className="grid min-w-0 flex-1 gap-[2px] wrap-anywhere">
            <strong>
              {name} {system && <SystemMark>system role</SystemMark>}
            </strong>
            {description && <span>{description}</span>}
            <Note>
              {permissions.length} {permissions.length === 1 ? 'permission' : 'permissions'} · {peopleText(people)}
            </Note>
          </span>
          <Icon name="next" />
        </Link>
      </li>
    ))}
  </ul>
)
