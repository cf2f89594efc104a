// Who PostgreSQL runs as: oneself, or, as it refuses root, a user that owns nothing else.
import { chownSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CannotStart } from '../../kit/config.ts'

export interface Owner {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

const isRoot = () => process.getuid?.() === 0

/** Undefined: the user one is. For root: the owner of data that is there already, else `postgres`, else `nobody`. */
export const ownerFor = (existingCluster: string | undefined): Owner | undefined => {
  if (!isRoot()) return undefined
  const users = readUsers()
  if (existingCluster) {
    const { uid, gid } = statSync(existingCluster)
    if (uid !== 0) return users.find((user) => user.uid === uid) ?? { name: String(uid), uid, gid }
  }
  const owner = ['postgres', '_postgres', 'nobody']
    .map((name) => users.find((user) => user.name === name))
    .find(Boolean)
  if (!owner) {
    throw new CannotStart(
      'PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody" here: start Gatehouse as an ordinary user.',
    )
  }
  return owner
}

/** Whether the owner may pass through every folder down to this one. */
export const mayReach = (owner: Owner, folder: string): boolean => {
  const real = realpathSync(folder)
  const { mode, uid, gid } = statSync(real)
  const bit = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  const parent = dirname(real)
  return parent === real || mayReach(owner, parent)
}

/** Where root keeps what cannot stay in a private home. */
export const sharedFolder = () => {
  const folder = '/var/lib/gatehouse'
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  return folder
}

/** Hands a file of ours to whoever runs PostgreSQL. */
export const give = (path: string, owner: Owner | undefined) => {
  if (owner) chownSync(path, owner.uid, owner.gid)
}

const readUsers = (): Owner[] =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .flatMap(([name, , uid, gid]) => (name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []))
