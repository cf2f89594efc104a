// A list from a CSV file: dropped, chosen or pasted; every line is seen before anything is written, and then all or nothing.
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type ReactNode, useRef, useState } from 'react'
import type { To } from 'react-router'
import { toast } from '../feedback/toast.ts'
import { fileChosen, useDrop } from '../forms/file-drop.tsx'
import { KeepUnsaved } from '../forms/keep-unsaved.tsx'
import { useAttempt } from '../forms/use-attempt.ts'
import { Icon } from '../primitives/icon.tsx'
import { csvOf } from '../tables/csv.ts'
import { saveFile } from '../tables/save-and-print.ts'
import { csvFault } from './csv-fault.ts'
import { SheetEnd } from './sheet-end.tsx'
import { SideSheet, useCloseAfter, useCloseSheet } from './side-sheet.tsx'
import { Note } from '../primitives/named.tsx'

/** What would happen if the list were sent. */
export interface ImportPreview {
  /** How many lines would be written; 0: it cannot be sent. */
  readonly ready: number
  /** How many there are of what, above the lines. */
  readonly counts: ReactNode
  readonly lines: readonly ImportLine[]
  /** How many lines there are beside those. */
  readonly more: number
}

export interface ImportLine {
  /** From 1, as the file has them. */
  readonly line: number
  readonly name: string
  readonly email: string
  readonly changes?: readonly string[]
  readonly faults: readonly { readonly field: string; readonly message: string }[]
  /** What would become of it. */
  readonly outcome?: ReactNode
}

interface ImportSheetProps {
  readonly title: string
  readonly subtitle: string
  readonly closed: To
  readonly mostMegabytes: number
  /** Of the field for lines that are pasted: what the columns are. */
  readonly help: string
  readonly template: { readonly file: string; readonly lines: readonly (readonly string[])[] }
  readonly preview: (csv: string) => Promise<ImportPreview>
  /** Answers what to say once it is done. */
  readonly send: (csv: string) => Promise<string>
  /** `Import 5 people` */
  readonly label: (ready: number) => string
  readonly busy: string
}

export const ImportSheet = ({ title, subtitle, closed, mostMegabytes, help, template, ...props }: ImportSheetProps) => {
  const close = useCloseSheet(closed)
  const [csv, setCsv] = useState('')
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const { busy, failure, attempt } = useAttempt()
  const [fault, setFault] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  useCloseAfter(done, closed)

  const type = (text: string) => {
    setCsv(text)
    setPreview(null)
    setFault(null)
  }
  const check = (text: string) =>
    attempt(async () => {
      type(text)
      setPreview(await props.preview(text))
    })
  const send = () =>
    attempt(async () => {
      toast('success', await props.send(csv))
      setDone(true)
    })
  const take = async (file: File) => {
    const found = csvFault(file, mostMegabytes)
    setFault(found)
    if (found === null) void check(await file.text())
  }
  const ready = preview?.ready ?? 0
  const [action, doing, act] =
    ready > 0 ? [props.label(ready), props.busy, send] : ['Check', 'Checking…', () => check(csv)]

  return (
    <SideSheet
      wide
      title={title}
      subtitle={subtitle}
      closed={closed}
      foot={
        <SheetEnd failure={fault ?? failure} onCancel={close}>
          <Button variant="contained" disabled={csv.trim() === ''} aria-disabled={busy} onClick={() => void act()}>
            {busy ? doing : action}
          </Button>
        </SheetEnd>
      }
    >
      <KeepUnsaved what="The list" unsaved={csv.trim() !== '' && !done} />
      <div className="grid grid-cols-1 content-start gap-4">
        {preview && <Preview preview={preview} />}
        <CsvDrop
          onFile={(file) => void take(file)}
          onTemplate={() => saveFile(new Blob([csvOf(template.lines)], { type: 'text/csv' }), template.file)}
        />
        <Lines csv={csv} help={help} onType={type} />
      </div>
    </SideSheet>
  )
}

interface CsvDropProps {
  readonly onFile: (file: File) => void
  readonly onTemplate: () => void
}

const CsvDrop = ({ onFile, onTemplate }: CsvDropProps) => {
  const input = useRef<HTMLInputElement>(null)
  const drop = useDrop(onFile)
  return (
    // Dropping is one more way: the button beside it does the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      {...drop}
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded border-2 border-dashed border-strong-line bg-sunken px-4 py-6 data-over:border-primary-text"
      aria-label="CSV file"
    >
      <p>Drop a CSV file here, or</p>
      <span className="inline-flex flex-wrap gap-2">
        <Button variant="outlined" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <Button onClick={onTemplate}>Download a template</Button>
      </span>
      <input ref={input} type="file" accept=".csv,text/csv" hidden onChange={fileChosen(onFile)} />
    </section>
  )
}

/** Longer texts are not drawn in a field: they would hold the page up. */
const mostTyped = 20_000

interface LinesProps {
  readonly csv: string
  readonly help: string
  readonly onType: (text: string) => void
}

const Lines = ({ csv, help, onType }: LinesProps) =>
  csv.length > mostTyped ? (
    <p>
      {csv.split('\n').length} lines of a file. <Button onClick={() => onType('')}>Discard file</Button>
    </p>
  ) : (
    <TextField
      label="Or paste the lines"
      multiline
      minRows={4}
      maxRows={10}
      value={csv}
      onChange={({ target }) => onType(target.value)}
      helperText={help}
      slotProps={{ htmlInput: { spellCheck: false, className: 'font-mono' } }}
    />
  )

const Preview = ({ preview: { counts, lines, more } }: { readonly preview: ImportPreview }) => (
  <section className="grid grid-cols-1 gap-2" aria-label="Preview">
    <h3>Preview</h3>
    <output className="flex flex-wrap gap-x-2 gap-y-1 [&>*]:whitespace-normal">{counts}</output>
    <ol className="rounded border border-line">
      {lines.map((line) => (
        <Line key={line.line} {...line} />
      ))}
    </ol>
    {more > 0 && <p className="text-muted">And {more} more lines.</p>}
  </section>
)

const Line = ({ line, name, email, changes = [], faults, outcome }: ImportLine) => (
  <li
    className="grid grid-cols-[5rem_minmax(0,1fr)_auto] gap-2 px-3 py-2 wrap-anywhere not-first:border-t not-first:border-t-line below-sm:grid-cols-[4rem_minmax(0,1fr)] [&>:nth-child(3)]:self-start [&>:nth-child(3)]:whitespace-nowrap below-sm:[&>:nth-child(3)]:col-start-2"
    data-bad={faults.length > 0 || undefined}
  >
    <span className="text-muted tabular-nums">Line {line}</span>
    <span>
      {name || email || 'Header'} {name && <Note>{email}</Note>}
      {faults.length === 0 && changes.length > 0 && <Note>{changes.join(', ')}</Note>}
      {faults.map(({ field, message }) => (
        <span key={field + message} className="flex items-start gap-1 text-high [&_svg]:mt-[0.2em]">
          <Icon name="high" /> {field}: {message}
        </span>
      ))}
    </span>
    {outcome}
  </li>
)
