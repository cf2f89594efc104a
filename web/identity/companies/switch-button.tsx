// Into another company: the button that goes there, and says when it could not.
import { CallButton } from '../../ui/primitives/call-button.tsx'
import { switchCompany } from './switch-company.ts'

interface SwitchButtonProps {
  readonly company: { readonly id: string; readonly name: string }
  readonly prominent?: boolean
}

export const SwitchButton = ({ company: { id, name }, prominent = false }: SwitchButtonProps) => {
  const to = <span className={prominent ? undefined : 'visually-hidden'}>&nbsp;to {name}</span>
  return (
    <CallButton
      variant={prominent ? 'contained' : 'outlined'}
      size={prominent ? 'medium' : 'small'}
      run={() => switchCompany(id)}
      busy={<>Switching…{to}</>}
      failed={`You could not be switched to ${name}. Please try again.`}
    >
      Switch{to}
    </CallButton>
  )
}
