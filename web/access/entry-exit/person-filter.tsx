// Whose entries and exits are shown: somebody found in the log, or whoever the address names.
import styles from '../../ui/tables/filter-bar.module.css'
import { SearchChoice } from '../../ui/forms/search-choice.tsx'
import { peopleInLog } from './people-in-log.ts'

interface PersonFilterProps {
  /** Empty: everybody. */
  readonly value: string
  readonly shownAs: string | null
  readonly onChange: (id: string) => void
}

const anybody = peopleInLog(null)

export const PersonFilter = ({ value, shownAs, onChange }: PersonFilterProps) => (
  <SearchChoice
    className={styles.wide}
    label="Person"
    placeholder="Everybody"
    none="Nobody of this name in the log"
    finder={anybody}
    value={value}
    called={shownAs ?? 'One person'}
    onChange={onChange}
  />
)
