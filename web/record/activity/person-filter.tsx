// Whose entries are shown: somebody found among the staff, or whoever the address names.
import * as staff from '@gatehouse/contract/identity/staff'
import { call } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import styles from '../../ui/tables/filter-bar.module.css'
import { type Finder, SearchChoice } from '../../ui/forms/search-choice.tsx'

interface PersonFilterProps {
  /** Empty: everybody. */
  readonly value: string
  /** What they are called in the entries that are shown; null: nothing of theirs is there. */
  readonly shownAs: string | null
  readonly onChange: (id: string) => void
}

export const PersonFilter = ({ value, shownAs, onChange }: PersonFilterProps) => {
  const may = useMissing(staff.list).length === 0
  // Without the right to see who there is: somebody is chosen in an entry of theirs.
  if (!may && value === '') return null
  return (
    <SearchChoice
      className={styles.wide}
      label="Person"
      placeholder="Everybody"
      none="Nobody of this name"
      finder={may ? staffFinder : nobody}
      value={value}
      called={shownAs ?? 'One person'}
      onChange={onChange}
    />
  )
}

const staffFinder: Finder = {
  of: 'staff',
  find: async (q, signal) => {
    const { staff: found } = await call(staff.list, { limit: 20, search: q || undefined }, { signal })
    return found.map(({ id, displayName, email }) => ({ id, name: `${displayName}, ${email}` }))
  },
}

const nobody: Finder = { of: 'nobody', find: async () => [] }
