// One role in full: what it allows, who has it, and what may be done with it.
import * as roles from '@gatehouse/contract/identity/roles'
import type { Role } from '@gatehouse/contract/identity/roles'
import Button from '@mui/material/Button'
import { Link, type To } from 'react-router'
import { useSession } from '../../kit/session/session-state.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { PersonLine } from '../../ui/primitives/person-line.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { GoneSheet } from '../../ui/sheets/answer-sheet.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { TableFoot } from '../../ui/tables/table-foot.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { SideSheet, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { deleteRole } from './role-changes.ts'
import { areas, beyond, peopleText, textOf } from './role-matrix.ts'

interface RoleSheetProps {
  /** null: it is not there, or not any more. */
  readonly role: Role | null
  readonly edit: (id: string) => To
  readonly clone: (id: string) => To
  readonly closed: To
}

export const RoleSheet = ({ role, edit, clone, closed }: RoleSheetProps) => {
  const { permissions: held } = useSession()
  const close = useCloseSheet(closed)
  if (!role)
    return (
      <GoneSheet
        name="Role"
        title="This role is not there"
        says="It may have been deleted since the link was made."
        closed={closed}
      />
    )
  const { _id, name, description, system, people, permissions } = role
  const notHeld = beyond(permissions, held)
  const changeable = !system && notHeld.length === 0
  return (
    <SideSheet
      title={name}
      subtitle={`${permissions.length} of ${areas.flatMap((area) => area.permissions).length} permissions · ${peopleText(people)}`}
      closed={closed}
      foot={
        <>
          {changeable && (
            <ConfirmButton
              title={`Delete the role ${name}?`}
              action="Delete"
              run={() => deleteRole({ id: _id })}
              done={`The role ${name} is deleted.`}
              then={close}
            >
              <p>
                {people === 0
                  ? 'Nobody has it.'
                  : `${peopleText(people).replace(/^./, (letter) => letter.toUpperCase())} ${people === 1 ? 'has' : 'have'} it and will lose, at once, what only this role gave.`}{' '}
                This cannot be undone.
              </p>
            </ConfirmButton>
          )}
          <Button component={Link} to={clone(_id)} state={opensSheet} variant="outlined">
            Clone
          </Button>
          {changeable && (
            <Button component={Link} to={edit(_id)} state={opensSheet} variant="contained">
              Edit
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {description && <p>{description}</p>}
        {system && (
          <p className="rounded border-s-3 border-s-information bg-sunken px-4 py-3">
            A system role: it comes with Gatehouse and is the same everywhere, so it can be neither changed nor deleted.
            Clone it for one of your own.
          </p>
        )}
        {!system && notHeld.length > 0 && (
          <p className="rounded border-s-3 border-s-information bg-sunken px-4 py-3">
            It allows what you may not do yourself, so it is out of your hands: {notHeld.map(textOf).join('; ')}.
          </p>
        )}
        <section>
          <h3>Permissions</h3>
          {permissions.length === 0 && <Note>Nothing yet.</Note>}
          <dl className="grid gap-3 [&_dt]:font-semibold [&_li]:border-s-2 [&_li]:border-s-line [&_li]:ps-3">
            {areas
              .map((area) => ({ ...area, granted: area.permissions.filter((one) => permissions.includes(one.name)) }))
              .filter(({ granted }) => granted.length > 0)
              .map((area) => (
                <div key={area.name}>
                  <dt>
                    {area.name}{' '}
                    <span className="text-sm font-normal text-muted">
                      {area.granted.length} of {area.permissions.length}
                    </span>
                  </dt>
                  <dd>
                    <ul>
                      {area.granted.map((one) => (
                        <li key={one.name} data-tip={one.name}>
                          {one.description}
                        </li>
                      ))}
                    </ul>
                  </dd>
                </div>
              ))}
          </dl>
        </section>
        <Holders id={_id} />
      </div>
    </SideSheet>
  )
}

const Holders = ({ id }: { readonly id: string }) => {
  const { op, query, answers, more } = usePages(roles.holders, (page) => ({ ...page, id }))
  const people = answers.flatMap((answer) => answer.people)
  return (
    <section>
      <h3>Assigned to</h3>
      <View op={op} query={query} rows={3} failed="The holders could not be loaded">
        {() =>
          people.length === 0 ? (
            <Note>Nobody yet. Roles are given on the page “Assign roles”.</Note>
          ) : (
            <>
              <ul className="grid gap-2">
                {people.map(({ id: personId, displayName, email, profilePicture }) => (
                  <li key={personId}>
                    <PersonLine picture={profilePicture} name={displayName}>
                      {displayName}
                      <Note>{email}</Note>
                    </PersonLine>
                  </li>
                ))}
              </ul>
              {more?.hasNextPage && <TableFoot more={more} rows={people.length} noun={['person', 'people']} />}
            </>
          )
        }
      </View>
    </section>
  )
}
