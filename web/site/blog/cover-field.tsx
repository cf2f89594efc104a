// The picture at the head of an article and on its card: chosen, dropped or pasted, described, taken away.
import { altRule, type Cover } from '@gatehouse/contract/site/blog'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import TextField from '@mui/material/TextField'
import { type DragEvent, useId, useRef, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { Failure } from '../../ui/feedback/failure.tsx'
import type { Fields } from './article-fields.ts'
import styles from './editor.module.css'
import { OwnCover } from './own-cover.tsx'
import { PictureInput } from './picture-input.tsx'
import { pictureAmong, usePictureUpload } from './picture-upload.ts'
import { ToolIcon } from './tool-icon.tsx'

interface CoverFieldProps {
  readonly control: Control<Fields>
  readonly readOnly: boolean
  /** What is chosen and typed at the moment: a picture takes a while to be sent. */
  readonly now: () => Cover | null
}

export const CoverField = ({ control, readOnly, now }: CoverFieldProps) => {
  const { field, fieldState } = useController({
    control,
    name: 'cover',
    rules: { validate: (cover) => (cover ? (altRule(cover.alt) ?? true) : true) },
  })
  const { sending, failure, send, cancel } = usePictureUpload()
  const cover = field.value
  const file = useRef<HTMLInputElement>(null)
  const choose = async (chosen: File) => {
    const picture = await send(chosen)
    if (picture) field.onChange({ id: picture.id, alt: now()?.alt ?? '' })
  }
  return (
    <fieldset className="m-0 grid min-w-0 gap-3 border-0 p-0 [&>legend]:mb-1" disabled={readOnly}>
      <legend className="p-0 text-sm font-[550] text-muted">Cover</legend>
      {cover ? (
        <>
          <OwnCover id={cover.id} alt={cover.alt} />
          <TextField
            label="What is to be seen on it"
            value={cover.alt}
            onChange={({ target }) => field.onChange({ ...cover, alt: target.value })}
            onBlur={field.onBlur}
            error={fieldState.invalid}
            helperText={fieldState.error?.message ?? 'For people who do not see it. Empty: decoration.'}
            fullWidth
          />
          <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button
              variant="outlined"
              disabled={readOnly}
              aria-disabled={sending}
              onClick={() => sending || file.current?.click()}
            >
              Choose another
            </Button>
            <Button disabled={readOnly} aria-disabled={sending} onClick={() => sending || field.onChange(null)}>
              Remove
            </Button>
          </p>
          <PictureInput ref={file} onFile={(picture) => void choose(picture)} />
        </>
      ) : (
        <DropZone disabled={readOnly || sending} onFile={(picture) => void choose(picture)} />
      )}
      {sending && (
        <div className="grid grid-cols-[auto_minmax(4rem,1fr)_auto] items-center gap-3 px-4 py-2">
          <output>Sending the picture…</output>
          <LinearProgress aria-label="Sending the cover" />
          <Button size="small" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      <Failure text={failure} />
    </fieldset>
  )
}

const DropZone = ({ disabled, onFile }: { readonly disabled: boolean; readonly onFile: (file: File) => void }) => {
  const field = useId()
  const [over, setOver] = useState(false)
  const take = (file: File | null) => {
    if (file && !disabled) onFile(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(pictureAmong(event.dataTransfer))
  }
  return (
    // Dropping and pasting are beside choosing: the field inside does the same for everybody.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      htmlFor={field}
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={(event) => take(pictureAmong(event.clipboardData))}
    >
      <ToolIcon name="picture" size="large" />
      <span className="font-semibold text-primary-text">Choose a cover</span>
      <span>or drop it here</span>
      <span className="text-sm text-muted">JPEG, PNG or GIF, up to 5 MB. 1200 × 630 suits best.</span>
      <PictureInput id={field} alone disabled={disabled} onFile={take} />
    </label>
  )
}
