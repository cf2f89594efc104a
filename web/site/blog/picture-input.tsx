// The field behind every button that chooses a picture.
import { pictureTypes } from '@gatehouse/contract/identity/account-rules'
import type { Ref } from 'react'
import { fileChosen } from '../../ui/forms/file-drop.tsx'

interface PictureInputProps {
  readonly ref: Ref<HTMLInputElement>
  readonly onFile: (file: File) => void
}

export const PictureInput = ({ ref, onFile }: PictureInputProps) => (
  <input
    ref={ref}
    type="file"
    className="visually-hidden"
    tabIndex={-1}
    aria-hidden="true"
    accept={pictureTypes.join(',')}
    onChange={fileChosen(onFile)}
  />
)
