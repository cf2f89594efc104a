// How strong a new password is: points, their word, and what is still missing. Public pages use it too.
import { passwordCriteria, passwordStrength } from '@gatehouse/contract/identity/account-rules'
import { useDeferredValue } from 'react'
import { Icon } from '../primitives/icon.tsx'
import type { State } from '../theme/tokens.ts'

interface PasswordMeterProps {
  readonly id: string
  readonly password: string
}

const colours: Partial<Record<string, State>> = {
  Weak: 'high',
  Moderate: 'warning',
  Strong: 'normal',
  'Very Strong': 'normal',
}

export const PasswordMeter = ({ id, password }: PasswordMeterProps) => {
  const { points, label, unmet } = passwordStrength(password)
  // Said after typing has paused, and only the word: the list can be read at leisure.
  const message = useDeferredValue(password === '' ? '' : `Password strength: ${label}, ${points} of 100 points`)
  return (
    <div
      id={id}
      className="mt-2 grid gap-2 text-sm"
      style={{ '--strength': `var(--state-${colours[label] ?? 'critical'})` }}
    >
      <div className="flex items-center gap-3" aria-hidden="true">
        <span className="h-[6px] flex-1 overflow-hidden rounded-[3px] bg-line">
          <span
            className="block h-full rounded-[3px] [background:var(--strength)] [transition:inline-size_150ms_ease-out]"
            style={{ inlineSize: `${points}%` }}
          />
        </span>
        <span
          className={`min-h-[1.5em] text-end font-semibold [color:var(--strength)] tabular-nums ${password === '' ? 'min-w-0' : 'min-w-[8.5em]'}`}
        >
          {password === '' ? '' : `${label} · ${points}`}
        </span>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-x-3 gap-y-1 text-muted">
        {passwordCriteria.map(({ description: text }) => {
          const met = !unmet.includes(text)
          return (
            <li key={text} className={`flex items-center gap-2 ${met ? 'text-normal' : ''}`}>
              <Icon name={met ? 'normal' : 'unmet'} />
              {text}
              <span className="visually-hidden">{met ? ' (met)' : ' (missing)'}</span>
            </li>
          )
        })}
      </ul>
      <output className="visually-hidden">{message}</output>
    </div>
  )
}
