// Permissions by roles, as a table one reads across: areas, sentences, marks.
import type { Role } from '@gatehouse/contract/identity/roles'
import { Link, type To } from 'react-router'
import { useSession } from '../../kit/session/session-state.ts'
import { Note } from '../../ui/primitives/named.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { opensSheet } from '../../ui/sheets/sheet-link.ts'
import { areas, peopleText } from './role-matrix.ts'
import styles from './roles.module.css'

export const RoleMatrix = ({ roles, to }: { readonly roles: readonly Role[]; readonly to: (id: string) => To }) => {
  const { permissions: held } = useSession()
  return (
    // What scrolls must be within reach of the keyboard.
    <section
      className="max-h-[max(28rem,calc(100dvh_-_var(--bar)_-_9rem))] flex-1 overflow-auto rounded border border-line bg-surface"
      aria-label="Permissions by roles"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={styles.matrix}>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              Permission
            </th>
            {roles.map(({ _id, name, system, people }) => (
              <th scope="col" key={_id}>
                <Link to={to(_id)} state={opensSheet} className="block min-h-[24px] font-semibold">
                  {name}
                </Link>
                <Note>{peopleText(people)}</Note>
                {system && <SystemMark>system</SystemMark>}
              </th>
            ))}
          </tr>
        </thead>
        {areas.map((area) => (
          <tbody key={area.name}>
            <tr>
              <th scope="rowgroup" colSpan={roles.length + 1} className={styles.area}>
                <span>{area.name}</span>
              </th>
            </tr>
            {area.permissions.map(({ name, description: text }) => (
              <tr key={name}>
                <th scope="row" className={styles.permission}>
                  <span data-tip={name}>{text}</span>
                  {!held.has(name) && <Note>you do not hold it</Note>}
                </th>
                {roles.map(({ _id, permissions }) => (
                  <td key={_id}>{permissions.includes(name) ? <Allowed /> : <NotAllowed />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

export const SystemMark = ({ children }: { readonly children: string }) => (
  <span className="inline-block rounded-full border border-strong-line px-2 py-0 text-xs font-medium text-muted">
    {children}
  </span>
)

const Allowed = () => (
  <span className="inline-flex text-normal">
    <Icon name="normal" size="medium" />
    <span className="visually-hidden">yes</span>
  </span>
)

const NotAllowed = () => (
  <span className="text-muted">
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">no</span>
  </span>
)
