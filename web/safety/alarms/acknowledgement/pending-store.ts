// Where acknowledgements wait that found no connection: this browser's storage, by person.
import { local } from '../../../kit/data/storage.ts'
import type { Pending, PendingStore } from './acknowledgements.ts'

const keyOf = (userId: string) => `acknowledgements:${userId}`

export const pendingStore: PendingStore = {
  read: (userId) => {
    try {
      const list: unknown = JSON.parse(local.get(keyOf(userId)) ?? '[]')
      return Array.isArray(list) ? list.filter(isPending) : []
    } catch {
      return []
    }
  },
  write: (userId, list) =>
    list.length === 0 ? local.remove(keyOf(userId)) : local.set(keyOf(userId), JSON.stringify(list)),
}

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'

// An older version of this page may have written it.
const isPending = (value: unknown): value is Pending =>
  typeof value === 'object' &&
  value !== null &&
  'alarmId' in value &&
  typeof value.alarmId === 'string' &&
  'name' in value &&
  typeof value.name === 'string' &&
  'lastAt' in value &&
  typeof value.lastAt === 'string' &&
  'note' in value &&
  isTextOrNull(value.note) &&
  'refused' in value &&
  isTextOrNull(value.refused)
