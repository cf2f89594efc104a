// The text of an article: a plain field with what helps to write markdown around it. Tab leaves it, as it leaves others.
import { longest, markdownRule } from '@gatehouse/contract/site/blog'
import IconButton from '@mui/material/IconButton'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { Failure } from '../../ui/feedback/failure.tsx'
import { rulesOf } from '../../ui/forms/text-input.tsx'
import type { Fields } from './article-fields.ts'
import styles from './editor.module.css'
import {
  type Action,
  afterLine,
  type Edit,
  edit,
  editForPicture,
  editOnEnter,
  type Selected,
} from './markdown-edits.ts'
import { PictureInput } from './picture-input.tsx'
import { pictureAmong, usePictureUpload } from './picture-upload.ts'
import { SendingPicture } from './sending-picture.tsx'
import { ToolIcon } from './tool-icon.tsx'
import { ToolRow } from './tool-row.tsx'

interface MarkdownFieldProps {
  readonly control: Control<Fields>
  readonly readOnly: boolean
  /** How far down it is scrolled, from 0 to 1. */
  readonly onScrolled: (share: number) => void
}

const tools: readonly { action: Action; label: string; key?: string }[] = [
  { action: 'bold', label: 'Bold', key: 'b' },
  { action: 'italic', label: 'Italic', key: 'i' },
  { action: 'heading', label: 'Heading', key: 'h' },
  { action: 'link', label: 'Link', key: 'k' },
  { action: 'bullets', label: 'Bulleted list' },
  { action: 'numbers', label: 'Numbered list' },
  { action: 'quote', label: 'Quote' },
  { action: 'code', label: 'Code', key: 'e' },
  { action: 'table', label: 'Table' },
]

const usualDescription = 'What is to be seen'

export const MarkdownField = ({ control, readOnly, onScrolled }: MarkdownFieldProps) => {
  const { field, fieldState } = useController({ control, name: 'markdown', rules: rulesOf(markdownRule) })
  const area = useRef<HTMLTextAreaElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const ids = { label: useId(), help: useId() }
  const [over, setOver] = useState(false)
  const { sending, failure, send, cancel } = usePictureUpload()

  const selected = (): Selected => ({
    text: area.current?.value ?? '',
    start: area.current?.selectionStart ?? 0,
    end: area.current?.selectionEnd ?? 0,
  })
  const apply = ({ from, to, insert, start, end }: Edit) => {
    const { current } = area
    if (!current || readOnly) return
    current.focus()
    current.setSelectionRange(from, to)
    typeIn(current, insert)
    current.setSelectionRange(start, end)
  }
  const addPicture = async (chosen: File | null) => {
    if (!chosen || readOnly) return
    const before = selected()
    const picture = await send(chosen)
    const { current } = area
    if (!picture || !current) return
    const now = selected()
    // Its description is next to be written, unless one goes on elsewhere by now: neither the focus nor the place is lost.
    const waits = document.activeElement === current && JSON.stringify(now) === JSON.stringify(before)
    if (waits) apply(editForPicture(now, picture.id, usualDescription))
    else putIn(current, editForPicture(afterLine(now), picture.id, usualDescription))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    const going = plain && event.key === 'Enter' ? editOnEnter(selected()) : null
    const tool = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey ? toolFor(event.key) : undefined
    const made = tool ? edit(tool.action, selected()) : going
    if (!made) return
    event.preventDefault()
    // Ctrl+K searches everywhere else.
    event.stopPropagation()
    apply(made)
  }
  const onPaste = (event: ClipboardEvent) => {
    const picture = pictureAmong(event.clipboardData)
    if (!picture || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    void addPicture(picture)
  }
  const onDrop = (event: DragEvent) => {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    area.current?.focus()
    void addPicture(pictureAmong(event.dataTransfer))
  }

  return (
    <div className="grid gap-1">
      <label id={ids.label} htmlFor={`${ids.label}-area`} className="text-sm font-[550] text-muted">
        Text, in markdown
      </label>
      <div
        className={`grid overflow-clip rounded border bg-surface focus-within:border-primary ${fieldState.invalid ? 'border-critical!' : over ? 'border-primary' : 'border-strong-line'}`}
      >
        <ToolRow label="Formatting">
          {tools.map(({ action, label, key }) => (
            <IconButton
              key={action}
              aria-label={label}
              title={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
              aria-keyshortcuts={key ? `Control+${key.toUpperCase()}` : undefined}
              disabled={readOnly}
              onClick={() => apply(edit(action, selected()))}
            >
              <ToolIcon name={action} />
            </IconButton>
          ))}
          <IconButton
            aria-label="Add a picture"
            title="Add a picture: choose, drop or paste it"
            disabled={readOnly}
            aria-disabled={sending}
            onClick={() => {
              if (sending) return
              area.current?.focus()
              file.current?.click()
            }}
          >
            <ToolIcon name="picture" />
          </IconButton>
        </ToolRow>
        <PictureInput ref={file} onFile={(picture) => void addPicture(picture)} />
        <textarea
          id={`${ids.label}-area`}
          className={styles.area}
          ref={(element) => {
            area.current = element
            field.ref(element)
          }}
          name={field.name}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          readOnly={readOnly}
          spellCheck
          aria-invalid={fieldState.invalid}
          aria-describedby={ids.help}
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
            onScrolled(scrollTop / Math.max(1, scrollHeight - clientHeight))
          }
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onDrop={onDrop}
          onDragOver={(event) => {
            if (![...event.dataTransfer.types].includes('Files')) return
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
        />
        {sending && <SendingPicture label="Sending the picture" onCancel={cancel} />}
      </div>
      <Failure text={failure} />
      <p id={ids.help} className={fieldState.error ? 'text-sm text-critical' : 'text-sm text-muted'}>
        {fieldState.error?.message ??
          `## heading, **bold**, [words](address), - list, > quote, [^1] footnote. Pictures may be dropped or pasted: JPEG, PNG or GIF, up to 5 MB. At most ${longest.markdown.toLocaleString('en')} characters.`}
      </p>
    </div>
  )
}

const toolFor = (key: string) => tools.find((tool) => tool.key === key.toLowerCase())

// As if it were typed, so that it can be undone; engines that do not do that are told what changed.
const typeIn = (area: HTMLTextAreaElement, text: string): void => {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else keeps the browser's own undo
  const typed = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (!typed) putIn(area, { from: area.selectionStart, to: area.selectionEnd, insert: text })
}

const putIn = (area: HTMLTextAreaElement, { from, to, insert }: Pick<Edit, 'from' | 'to' | 'insert'>): void => {
  area.setRangeText(insert, from, to)
  area.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
