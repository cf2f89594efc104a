// Hosts of visitors, found by name on the staff list.
import * as staff from '@gatehouse/contract/identity/staff'
import { call } from '../../kit/data/api.ts'
import type { Finder } from '../../ui/forms/search-choice.tsx'

const mostShown = 20

export const hostFinder: Finder = {
  of: 'hosts',
  find: async (q, signal) => {
    const { staff: found } = await call(staff.list, { limit: mostShown, search: q || undefined }, { signal })
    return found.map(({ id, displayName, department }) => ({ id, name: displayName, note: department ?? undefined }))
  },
}
