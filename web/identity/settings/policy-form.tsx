// Choosing what a company asks of its people's security.
import { myPolicy, type Policy, setPolicy } from '@gatehouse/contract/identity/companies'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import { keyOf } from '../../kit/live/live-cache.ts'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { meets, type SecondFactors } from './demand.ts'
import { changesOf, questions } from './policy-words.ts'

interface PolicyFormProps {
  readonly policy: Policy
  /** How the account of whoever chooses is protected; null: not known. */
  readonly own: SecondFactors | null
  readonly readOnly: boolean
}

export const PolicyForm = ({ policy, own, readOnly }: PolicyFormProps) => {
  const cache = useQueryClient()
  const fixed = useMissing(setPolicy).length > 0 || readOnly
  const [chosen, setChosen] = useState(policy)
  const [asking, setAsking] = useState(false)
  const changes = changesOf(policy, chosen)
  const ownEnough = own === null || meets(own, chosen.secondFactor)

  const save = async () => {
    const answer = await call(setPolicy, chosen)
    cache.setQueryData(keyOf(myPolicy, {}), answer)
    toast('success', 'From now on this is what the company asks.')
  }

  return (
    <div className="grid gap-5 px-4 pb-4">
      {questions.map(({ name, title, choices }) => (
        <div key={name} className={'[&_h3]:pb-2 [&_h3]:text-md [&_h3]:font-semibold'}>
          <h3 id={`policy-${name}`}>{title}</h3>
          <RadioGroup
            aria-labelledby={`policy-${name}`}
            name={name}
            value={chosen[name]}
            onChange={(_, value) => setChosen({ ...chosen, [name]: value })}
          >
            {choices.map(({ value, label, asks, closes }) => (
              <FormControlLabel
                key={value}
                value={value}
                disabled={fixed}
                className="m-0 items-start border-t border-t-line py-2"
                control={<Radio />}
                slotProps={{ typography: { variant: 'body2', component: 'span' } }}
                label={
                  <span className="grid gap-[2px] pt-2">
                    <span className="font-[550]">{label}</span>
                    <span>{asks}</span>
                    <span className="text-sm text-muted">{closes}</span>
                  </span>
                }
              />
            ))}
          </RadioGroup>
          {name === 'secondFactor' && !ownEnough && (
            <p className="flex gap-2 pt-2 font-[550] text-warning [&_svg]:mt-[0.2em]">
              <Icon name="warning" />
              <span>
                Your own account does not meet this yet:{' '}
                <Link to="/settings/account">set up two-factor authentication</Link>.
              </span>
            </p>
          )}
        </div>
      ))}
      <p className="text-sm text-muted">
        What is promised about security, and what each choice closes, stands in <code>docs/security.md</code> of this
        installation.
      </p>
      {!fixed && (
        <div className="flex flex-wrap items-center justify-end gap-2 [&_output]:me-auto [&_output]:text-muted">
          <output>{changes.length === 0 ? 'This is what the company asks now.' : 'Not saved yet.'}</output>
          {changes.length > 0 && <Button onClick={() => setChosen(policy)}>Undo</Button>}
          <Button
            variant="contained"
            aria-disabled={changes.length === 0}
            onClick={() => setAsking(changes.length > 0)}
          >
            Save
          </Button>
        </div>
      )}
      {asking && (
        <Confirm
          title="Change the security policy?"
          action="Change it"
          busy="Changing…"
          onConfirm={save}
          onClose={() => setAsking(false)}
        >
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          <p>It holds for everybody in the company. Whoever does not meet it is asked to at the next sign-in.</p>
        </Confirm>
      )}
    </div>
  )
}
