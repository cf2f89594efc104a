// The picture at the head of an article and on its card: chosen, dropped or pasted, described, taken away.
import { pictureTypes } from '@gatehouse/contract/identity/account-rules'
import { altRule, type Cover } from '@gatehouse/contract/site/blog'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useRef } from 'react'
import { type Control, useController } from 'react-hook-form'
import { Failure } from '../../ui/feedback/failure.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import type { Fields } from './article-fields.ts'
import { OwnCover } from './own-cover.tsx'
import { PictureInput } from './picture-input.tsx'
import { pictureAmong, usePictureUpload } from './picture-upload.ts'
import { SendingPicture } from './sending-picture.tsx'
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
        <FileDrop
          icon={<ToolIcon name="picture" size="large" />}
          title="Choose a cover"
          note="JPEG, PNG or GIF, up to 5 MB. 1200 × 630 suits best."
          accept={pictureTypes}
          disabled={readOnly || sending}
          fileIn={pictureAmong}
          onFile={(picture) => void choose(picture)}
        />
      )}
      {sending && <SendingPicture label="Sending the cover" onCancel={cancel} />}
      <Failure text={failure} />
    </fieldset>
  )
}
