// A search over a list: what is typed counts once the typing rests, or with Enter.
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useEffect, useEffectEvent, useState } from 'react'
import { Icon } from './icon.tsx'

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const restMs = 300

export const SearchField = ({ label, value, onChange }: SearchFieldProps) => {
  const [typed, setTyped] = useState({ text: value, over: value })
  // Set from outside, by Back for instance: that counts.
  const text = typed.over === value ? typed.text : value
  const settle = useEffectEvent((sought: string) => {
    if (sought !== value) onChange(sought)
  })
  useEffect(() => {
    const timer = setTimeout(() => settle(text.trim()), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextField
      type="search"
      label={label}
      value={text}
      onChange={({ target }) => setTyped({ text: target.value, over: value })}
      onKeyDown={({ key }) => {
        if (key === 'Enter') onChange(text.trim())
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
