// Choosing a person: oneself, or somebody found in the entry and exit log.
import { useSession } from '../../kit/session/session-state.ts'
import { SearchChoice } from '../../ui/forms/search-choice.tsx'
import { peopleInLog } from './people-in-log.ts'

interface PersonFieldProps {
  /** Empty: nobody. */
  readonly value: string
  readonly onChange: (id: string) => void
}

export const PersonField = ({ value, onChange }: PersonFieldProps) => {
  const { user } = useSession()
  const self = user && { id: user.id, name: user.displayName }
  return (
    <SearchChoice
      label="Person"
      help="You, or anybody who is in the log"
      none="Nobody of this name in the log"
      finder={peopleInLog(self)}
      value={value}
      called={value === self?.id ? self.name : undefined}
      onChange={onChange}
    />
  )
}
