// The field behind every button that chooses a picture, and the one that is its own.
import { pictureTypes } from '@gatehouse/contract/identity/account-rules'
import type { Ref } from 'react'

interface PictureInputProps {
  readonly ref?: Ref<HTMLInputElement>
  /** No button opens it: its label does, and the Tab key finds it. */
  readonly alone?: boolean
  readonly id?: string
  readonly disabled?: boolean
  readonly onFile: (file: File) => void
}

export const PictureInput = ({ ref, id, alone = false, disabled = false, onFile }: PictureInputProps) => (
  <input
    ref={ref}
    id={id}
    type="file"
    className="visually-hidden"
    {...(alone ? {} : { tabIndex: -1, 'aria-hidden': true })}
    // It keeps the focus.
    aria-disabled={disabled}
    onClick={(event) => {
      if (disabled) event.preventDefault()
    }}
    accept={pictureTypes.join(',')}
    onChange={({ target }) => {
      const [file] = target.files ?? []
      if (file) onFile(file)
      // The same file again is a choice as well.
      target.value = ''
    }}
  />
)
