// Telling people that their access changed, with the change and in its transaction; who does not want letters gets none.
import { isPermission, permissions } from '@gatehouse/contract/permissions'
import type { Db } from '../../db/pool.ts'
import type { Poster } from '../../messages/mail/mail.ts'
import { notify } from '../../messages/notifications/notifications.ts'
import type { RoleRow } from './rights.sql.ts'
import { peopleToNotify, type Notified } from './roles.sql.ts'

export const notifyOfAccess = async (
  tx: Db,
  mail: Poster,
  userIds: readonly string[],
  what: (person: Notified) => string,
): Promise<void> => {
  const people = await peopleToNotify(tx, userIds)
  await notify(
    tx,
    people.map((person) => ({
      userId: person.id,
      companyId: person.companyId,
      kind: 'access-changed',
      title: 'Your access has changed',
      message: what(person),
      type: 'info' as const,
      priority: 'medium' as const,
      action: { label: 'See your profile', path: '/profile' },
    })),
  )
  await mail.post(
    tx,
    people
      .filter(({ byMail }) => byMail)
      .map((person) => ({
        to: person.email,
        userId: person.id,
        companyId: person.companyId,
        letter: 'access-changed',
        values: { name: person.name, what: what(person) },
      })),
  )
}

export const rolesNow = ({ roles }: Notified): string =>
  roles.length > 0 ? `Your roles are now: ${roles.join(', ')}.` : 'You have no role any more.'

export const labelsNow = ({ labels }: Notified): string =>
  labels.length > 0 ? `Your labels are now: ${labels.join(', ')}.` : 'You have no label any more.'

/** What became of a role, in words; undefined where it allows what it allowed. */
export const changeOf = (before: RoleRow, after: readonly string[]): string | undefined => {
  const [more, less] = [beyond(after, before.permissions), beyond(before.permissions, after)]
  if (more.length + less.length === 0) return undefined
  const parts = [
    `Your role ${before.name} has changed.`,
    more.length > 0 ? `It now allows: ${more.join('; ')}.` : '',
    less.length > 0 ? `It no longer allows: ${less.join('; ')}.` : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}

const beyond = (these: readonly string[], those: readonly string[]): string[] =>
  these.filter((p) => !those.includes(p)).map((p) => (isPermission(p) ? permissions[p].description.toLowerCase() : p))
