// Where a file is dropped, pasted or chosen.
import { type ChangeEvent, type DragEvent, type ReactNode, useState } from 'react'

/** For the element that files are dropped on: it has `data-over` while one is above it. */
export const useDrop = (onFile: (file: File) => void, fileIn: (data: DataTransfer) => File | null = firstIn) => {
  const [over, setOver] = useState(false)
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const file = fileIn(event.dataTransfer)
      if (file) onFile(file)
    },
  }
}

/** For `onChange` of a file input: the same file again is a choice as well. */
export const fileChosen =
  (onFile: (file: File) => void) =>
  ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? []
    if (file) onFile(file)
    target.value = ''
  }

interface FileDropProps {
  readonly icon: ReactNode
  /** `Choose a picture` */
  readonly title: string
  readonly under?: string
  /** Which files: `JPEG, PNG or GIF, up to 5 MB`. */
  readonly note: string
  readonly accept: readonly string[]
  readonly disabled?: boolean
  /** Of what is dropped or pasted; the first file where absent. */
  readonly fileIn?: (data: DataTransfer) => File | null
  readonly onFile: (file: File) => void
}

export const FileDrop = (props: FileDropProps) => {
  const { icon, title, under = 'or drop it here', note, accept, disabled = false, fileIn = firstIn } = props
  const onFile = (file: File) => {
    if (!disabled) props.onFile(file)
  }
  const drop = useDrop(onFile, fileIn)
  return (
    // Dropping and pasting are beside choosing: the field inside does the same for everybody.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      {...drop}
      className="grid cursor-pointer justify-items-center gap-1 rounded border-2 border-dashed border-strong-line px-4 py-8 text-center wrap-anywhere text-muted focus-within:[outline:2px_solid_var(--primary-text)] focus-within:[outline-offset:2px] hover:border-primary hover:bg-sunken data-over:border-primary data-over:bg-sunken"
      onPaste={({ clipboardData }) => {
        const file = fileIn(clipboardData)
        if (file) onFile(file)
      }}
    >
      {icon}
      <span className="font-semibold text-primary-text">{title}</span>
      <span>{under}</span>
      <span className="text-sm text-muted">{note}</span>
      <input
        type="file"
        className="visually-hidden"
        accept={accept.join(',')}
        // It keeps the focus.
        aria-disabled={disabled}
        onClick={(event) => {
          if (disabled) event.preventDefault()
        }}
        onChange={fileChosen(onFile)}
      />
    </label>
  )
}

const firstIn = ({ files }: DataTransfer): File | null => files[0] ?? null
