// Says on every page of the doors that doors are locked down, for as long as they are.
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { When } from '../../ui/time/when.tsx'
import { progressText, troubleText } from './lockdown-words.ts'
import styles from './lockdowns.module.css'

export const LockdownBanner = () => {
  const active = useQuery(queryOf(lockdowns.list, { active: 'true', limit: 3 })).data?.lockdowns ?? []
  return active.map((lockdown) => {
    const trouble = troubleText(lockdown.counts)
    return (
      <output
        key={lockdown.id}
        className={`${styles.banner} flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-s-[6px] border-critical px-4 py-3`}
      >
        <strong className="flex items-center gap-2 text-critical">
          <Icon name="locked" size="medium" />
          Lockdown: {lockdown.name}
        </strong>
        <span>
          since <When at={lockdown.startedAt} />, {progressText(lockdown)}
          {trouble && ` (${trouble})`}
        </span>
        <Link
          className="ms-auto inline-flex min-h-touch items-center"
          to={`/doors/lockdowns/${lockdown.id}`}
          aria-label={`Open the lockdown ${lockdown.name}`}
        >
          Open
        </Link>
      </output>
    )
  })
}
