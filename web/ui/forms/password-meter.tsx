// How strong a new password is: points, their word, and what is still missing. Public pages use it too.
import { passwordCriteria, passwordStrength } from '@gatehouse/contract/identity/account-rules'
import { useDeferredValue } from 'react'
import { Icon } from '../primitives/icon.tsx'
import styles from './password-meter.module.css'

interface PasswordMeterProps {
  readonly id: string
  readonly password: string
}

export const PasswordMeter = ({ id, password }: PasswordMeterProps) => {
  const { points, label, unmet } = passwordStrength(password)
  // Said after typing has paused, and only the word: the list can be read at leisure.
  const said = useDeferredValue(password === '' ? '' : `Password strength: ${label}, ${points} of 100 points`)
  return (
    <div id={id} className={styles.meter} data-label={label} data-empty={password === '' || undefined}>
      <div className="flex items-center gap-3" aria-hidden="true">
        <span className="h-[6px] flex-1 overflow-hidden rounded-[3px] bg-line">
          <span
            className="block h-full rounded-[3px] [background:var(--strength)] [transition:inline-size_150ms_ease-out]"
            style={{ inlineSize: `${points}%` }}
          />
        </span>
        <span
          className={`${styles.label} min-h-[1.5em] min-w-[8.5em] text-end font-semibold [color:var(--strength)] tabular-nums`}
        >
          {password === '' ? '' : `${label} · ${points}`}
        </span>
      </div>
      <ul className={styles.criteria}>
        {passwordCriteria.map(({ says }) => {
          const met = !unmet.includes(says)
          return (
            <li key={says} data-met={met || undefined}>
              <Icon name={met ? 'normal' : 'unmet'} />
              {says}
              <span className="visually-hidden">{met ? ' (met)' : ' (missing)'}</span>
            </li>
          )
        })}
      </ul>
      <output className="visually-hidden">{said}</output>
    </div>
  )
}
