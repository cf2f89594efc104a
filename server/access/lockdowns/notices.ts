// Who is told of a lockdown, and in which words: who works with doors and sees one of its doors, but whoever did it.
import { egress } from '@gatehouse/contract/access/lockdowns'
import type { Permission } from '@gatehouse/contract/permissions'
import type { Db } from '../../db/pool.ts'
import type { Directory } from '../../building/devices/devices.ts'
import { seesLabelled } from '../../kit/label-scope.ts'
import { type Notice, usersWho } from '../../messages/notifications/notifications.ts'

interface Facts {
  readonly companyId: string
  readonly id: string
  readonly name: string
  readonly reason: string
  readonly by: { readonly userId: string; readonly name: string }
  readonly doorIds: readonly string[]
}

const concerned: readonly Permission[] = ['operate_doors', 'trigger_lockdown', 'release_lockdown', 'manage_doors']
// By as many it is decided later on who may still read it.
const mostNamed = 20

export const noticesOf = async (
  tx: Db,
  directory: Pick<Directory, 'byId'>,
  what: 'begun' | 'released',
  { companyId, id, name, reason, by, doorIds }: Facts,
): Promise<Notice[]> => {
  const doors = doorIds.flatMap((doorId) => directory.byId(doorId) ?? [])
  const groups = Map.groupBy(doors, ({ group }) => group)
  const readers = await usersWho(tx, [companyId], concerned)
  return readers.flatMap((reader): Notice[] => {
    if (reader.id === by.userId || !reader.permissions.has('read_doors')) return []
    const seen = [...groups.values()].flatMap((group) => (seesLabelled(reader, group[0]?.levels ?? []) ? group : []))
    if (seen.length === 0) return []
    const count = seen.length === 1 ? (seen[0]?.name ?? '1 door') : `${seen.length} doors`
    return [
      {
        userId: reader.id,
        companyId,
        kind: 'lockdown',
        title: what === 'begun' ? `Lockdown: ${name}` : `Lockdown released: ${name}`,
        message:
          what === 'begun'
            ? `${by.name} locked down ${count}${reason && `: ${reason}`}. ${egress}`
            : `${by.name} released ${count}${reason && `: ${reason}`}.`,
        type: what === 'begun' ? 'error' : 'success',
        priority: what === 'begun' ? 'high' : 'medium',
        action: { label: 'Open the lockdown', path: `/doors/lockdowns/${id}` },
        requiredPermissions: ['read_doors'],
        deviceIds: seen.slice(0, mostNamed).map((door) => door.id),
      },
    ]
  })
}
