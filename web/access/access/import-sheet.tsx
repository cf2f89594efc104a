// People and their access from a CSV file: dropped, chosen or pasted; every line is seen before anything is written.
import { importColumns, importPeople, type ImportRow, previewImport } from '@gatehouse/contract/access/access'
import type { Output } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import type { To } from 'react-router'
import { call, messageOf } from '../../kit/data/api.ts'
import { csvOf } from '../../ui/tables/csv.ts'
import { saveFile } from '../../ui/tables/hand-over.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { KeepUnsaved } from '../../ui/forms/keep-unsaved.tsx'
import { SheetEnd } from '../../ui/sheets/sheet-end.tsx'
import { SideSheet, useCloseAfter, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { counted } from './access-words.ts'
import styles from './access.module.css'

type Preview = Output<typeof previewImport>

const mostBytes = 8_000_000

export const ImportSheet = ({ closed }: { readonly closed: To }) => {
  const close = useCloseSheet(closed)
  const [csv, setCsv] = useState('')
  const [preview, setPreview] = useState<Preview | null>(null)
  const [busy, setBusy] = useState<'checking' | 'writing' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  useCloseAfter(done, closed)

  const attempt = async (kind: 'checking' | 'writing', act: () => Promise<void>) => {
    if (busy) return
    setBusy(kind)
    setFailure(null)
    try {
      await act()
    } catch (error) {
      setFailure(messageOf(error, 'It could not be done. Please try again.'))
    } finally {
      setBusy(null)
    }
  }
  const check = (text: string) =>
    attempt('checking', async () => {
      setCsv(text)
      setPreview(null)
      setPreview(await call(previewImport, { csv: text }))
    })
  const send = () =>
    attempt('writing', async () => {
      const { counts } = await call(importPeople, { csv })
      toast('success', `${counts.new} new, ${counts.changed} changed.`)
      setDone(true)
    })
  const changes = preview === null ? 0 : preview.counts.new + preview.counts.changed
  const good = preview !== null && preview.counts.error === 0 && changes > 0

  return (
    <SideSheet
      wide
      title="Import people and access"
      subtitle="From a CSV file. Nothing is written before you have seen what would change, and then all of it or nothing."
      closed={closed}
      foot={
        <SheetEnd failure={failure} onCancel={close}>
          {good ? (
            <Button variant="contained" aria-disabled={busy !== null} onClick={() => void send()}>
              {busy === 'writing' ? 'Importing…' : `Import ${counted(changes, 'person', 'people')}`}
            </Button>
          ) : (
            <Button
              variant="contained"
              disabled={csv.trim() === ''}
              aria-disabled={busy !== null}
              onClick={() => void check(csv)}
            >
              {busy === 'checking' ? 'Checking…' : 'Check'}
            </Button>
          )}
        </SheetEnd>
      }
    >
      <KeepUnsaved what="The list" unsaved={csv.trim() !== '' && !done} />
      <div className="grid grid-cols-1 content-start gap-4">
        {preview && <PreviewTable preview={preview} />}
        <Source
          csv={csv}
          onFile={(text) => void check(text)}
          onFault={setFailure}
          onType={(text) => {
            setCsv(text)
            setPreview(null)
          }}
        />
      </div>
    </SideSheet>
  )
}

interface SourceProps {
  readonly csv: string
  readonly onFile: (text: string) => void
  readonly onFault: (fault: string | null) => void
  readonly onType: (text: string) => void
}

/** Longer texts are not drawn in a field: they would hold the page up. */
const mostTyped = 20_000

const Source = ({ csv, onFile, onFault, onType }: SourceProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = async (file: File | undefined) => {
    if (!file) return
    const fault = fileFault(file)
    onFault(fault)
    if (fault === null) onFile(await file.text())
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void take(target.files?.[0])
    target.value = ''
  }
  return (
    <>
      {/* Dropping is one more way: the button beside it does the same by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        className={styles.drop}
        aria-label="CSV file"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p>Drop a CSV file here, or</p>
        <span className={styles.actions}>
          <Button variant="outlined" onClick={() => input.current?.click()}>
            Choose a file
          </Button>
          <Button onClick={downloadTemplate}>Download a template</Button>
        </span>
        <input ref={input} type="file" accept=".csv,text/csv" hidden onChange={choose} />
      </section>
      {csv.length > mostTyped ? (
        <p>
          {counted(csv.split('\n').length, 'line')} of a file. <Button onClick={() => onType('')}>Discard file</Button>
        </p>
      ) : (
        <TextField
          label="Or paste the lines"
          multiline
          minRows={4}
          maxRows={10}
          value={csv}
          onChange={({ target }) => onType(target.value)}
          helperText={`Columns: ${importColumns.join(', ')}. Only the email is needed for people who are there. Several cards, groups or levels are divided by semicolons; an empty cell changes nothing, a dash takes what is there.`}
          slotProps={{ htmlInput: { spellCheck: false, className: styles.code } }}
        />
      )}
    </>
  )
}

/** Why a file cannot be taken; null: it can. */
const fileFault = ({ name, size }: { readonly name: string; readonly size: number }): string | null => {
  if (size > mostBytes) return 'The file is too large: 8 MB at most'
  if (size === 0) return 'The file is empty'
  return /\.(csv|txt)$/i.test(name) ? null : 'Choose a CSV file: spreadsheets can save as one'
}

const PreviewTable = ({ preview: { rows, counts } }: { readonly preview: Preview }) => {
  const all = counts.new + counts.changed + counts.same + counts.error
  return (
    <section className={styles.part} aria-label="What would happen">
      <h3>What would happen</h3>
      <output className="flex flex-wrap gap-x-2 gap-y-1">
        <StatusWord state="information" icon="add" word={`${counts.new} new`} />
        <StatusWord state="warning" word={`${counts.changed} changed`} />
        <StatusWord state="normal" word={`${counts.same} the same`} />
        {counts.error > 0 && (
          <StatusWord state="high" word={`${counts.error} with faults: nothing is written until there are none`} />
        )}
      </output>
      <ol className={styles.lines}>
        {rows.map((row) => (
          <PreviewLine key={row.line} row={row} />
        ))}
      </ol>
      {all > rows.length && <p className="text-muted">And {all - rows.length} more lines.</p>}
    </section>
  )
}

const PreviewLine = ({ row: { line, email, name, outcome, changes, faults } }: { readonly row: ImportRow }) => (
  <li>
    <span className="text-muted tabular-nums">Line {line}</span>
    <span>
      {name || email || 'Header'} {name && <span className="block text-sm font-normal text-muted">{email}</span>}
      {faults.length === 0 && changes.length > 0 && (
        <span className="block text-sm font-normal text-muted">{changes.join(', ')}</span>
      )}
      {faults.map(({ field, message }) => (
        <span key={field + message} className="flex items-start gap-1 text-high [&_svg]:mt-[0.2em]">
          <Icon name="high" /> {field}: {message}
        </span>
      ))}
    </span>
    {outcomes[outcome]}
  </li>
)

const outcomes = {
  new: <StatusWord state="information" icon="add" word="New" />,
  changed: <StatusWord state="warning" word="Changed" />,
  same: <StatusWord state="normal" word="The same" />,
  error: <StatusWord state="high" word="Fault" />,
} as const

const downloadTemplate = () => {
  const text = csvOf([
    importColumns,
    [
      'ada.byron@example.com',
      'Ada',
      'Byron',
      'Receptionist',
      'Front desk',
      '0012345678',
      'Front desk staff',
      'Day staff; Parking',
      '2026-12-01',
      '2026-12-31',
      'no',
      'no',
      'none',
    ],
  ])
  saveFile(new Blob([text], { type: 'text/csv' }), 'gatehouse-access.csv')
}
