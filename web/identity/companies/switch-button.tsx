// Into another company: the button that goes there, and says when it could not.
import Button from '@mui/material/Button'
import { useState } from 'react'
import { messageOf } from '../../kit/data/api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { switchCompany } from './switch-company.ts'

interface SwitchButtonProps {
  readonly company: { readonly id: string; readonly name: string }
  readonly prominent?: boolean
}

export const SwitchButton = ({ company, prominent = false }: SwitchButtonProps) => {
  const [busy, setBusy] = useState(false)
  const go = async () => {
    if (busy) return
    setBusy(true)
    try {
      await switchCompany(company.id)
    } catch (error) {
      toast('error', messageOf(error, `You could not be switched to ${company.name}. Please try again.`))
      setBusy(false)
    }
  }
  return (
    <Button
      variant={prominent ? 'contained' : 'outlined'}
      size={prominent ? 'medium' : 'small'}
      aria-disabled={busy}
      onClick={() => void go()}
    >
      {busy ? 'Switching…' : 'Switch'}
      <span className={prominent ? undefined : 'visually-hidden'}>&nbsp;to {company.name}</span>
    </Button>
  )
}
