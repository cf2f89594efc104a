// A search over a list: what is typed counts once the typing rests, or with Enter.
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useEffect, useEffectEvent, useState } from 'react'
import { Icon } from '../primitives/icon.tsx'

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const restMs = 300

export const SearchField = ({ label, value, onChange }: SearchFieldProps) => {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sought, setSought] = useState<string | null>(null)
  if (value !== seen) {
    setSeen(value)
    // Set from outside, by Back for instance: that counts. What comes back of what was typed does not: typing goes on.
    if (value === sought) setSought(null)
    else setText(value)
  }
  const seek = (words: string) => {
    if (words === value) return
    setSought(words)
    onChange(words)
  }
  const settle = useEffectEvent(seek)
  useEffect(() => {
    const timer = setTimeout(() => settle(text.trim()), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextField
      type="search"
      label={label}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') seek(text.trim())
      }}
      slotProps={{
        htmlInput: { maxLength: 100 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Icon name="search" />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
