// Copies a text, and says that it did.
import Button from '@mui/material/Button'
import { useState } from 'react'

interface CopyButtonProps {
  readonly text: string
  /** `Copy the key` */
  readonly label: string
}

export const CopyButton = ({ text, label }: CopyButtonProps) => {
  const [message, setMessage] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setMessage('Copied')
    } catch {
      // Without https a page has no clipboard.
      setMessage('Not possible here: select and copy it')
    }
  }
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => void copy()}>
        {label}
      </Button>
      <output>{message}</output>
    </>
  )
}
