// The reason that a question asks for: it goes on the record, and is more than a word.
import type { TextFieldProps } from '@mui/material/TextField'
import { useState } from 'react'

/** `<TextField {...why.field} />`; `why.given()` is null where too little was typed, and the field says so from then on. */
export const useWhy = (label = 'Why', { shortest = 3, help = 'It is kept on the record.' } = {}) => {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const field: TextFieldProps = {
    label,
    value: typed,
    onChange: ({ target }) => {
      setTyped(target.value)
      setFault(null)
    },
    required: true,
    error: fault !== null,
    helperText: fault ?? help,
    slotProps: { htmlInput: { maxLength: 300 } },
  }
  const given = (): string | null => {
    const why = typed.trim()
    if (why.length >= shortest) return why
    setFault('Say why, in a few words')
    return null
  }
  return { field, given }
}
