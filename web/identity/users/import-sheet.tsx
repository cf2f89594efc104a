// Inviting many people from a CSV file: dropped, chosen or pasted; every line is checked before anything is sent.
import { importColumns, importPeople, type ImportRow, previewImport } from '@gatehouse/contract/identity/users'
import type { Output } from '@gatehouse/contract/operation'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import type { To } from 'react-router'
import { call, messageOf } from '../../kit/data/api.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { KeepUnsaved } from '../../ui/forms/keep-unsaved.tsx'
import { SheetEnd } from '../../ui/sheets/sheet-end.tsx'
import { SideSheet, useCloseAfter, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { columnName, fileFault, templateCsv } from './csv.ts'
import styles from './users.module.css'

type Preview = Output<typeof previewImport>

export const ImportSheet = ({ closed }: { readonly closed: To }) => {
  const close = useCloseSheet(closed)
  const [csv, setCsv] = useState('')
  const [preview, setPreview] = useState<Preview | null>(null)
  const [busy, setBusy] = useState<'checking' | 'inviting' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  useCloseAfter(done, closed)

  const attempt = async (kind: 'checking' | 'inviting', act: () => Promise<void>) => {
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
    attempt('inviting', async () => {
      const { invited } = await call(importPeople, { csv })
      toast('success', invited === 1 ? 'One person is invited.' : `${invited} people are invited.`)
      setDone(true)
    })
  const good = preview !== null && preview.bad === 0 && preview.good > 0

  return (
    <SideSheet
      wide
      title="Import people"
      subtitle="From a CSV file: everybody in it is invited by mail. Nothing is sent before you have seen what would happen."
      closed={closed}
      foot={
        <SheetEnd failure={failure} onCancel={close}>
          {good ? (
            <Button variant="contained" aria-disabled={busy !== null} onClick={() => void send()}>
              {busy === 'inviting'
                ? 'Inviting…'
                : `Invite ${preview.good === 1 ? '1 person' : `${preview.good} people`}`}
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
        <Source
          csv={csv}
          onFile={(text) => void check(text)}
          onFault={setFailure}
          onType={(text) => {
            setCsv(text)
            setPreview(null)
          }}
        />
        {preview && <PreviewTable preview={preview} />}
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
        <span className="inline-flex flex-wrap gap-2">
          <Button variant="outlined" onClick={() => input.current?.click()}>
            Choose a file
          </Button>
          <Button onClick={downloadTemplate}>Download a template</Button>
        </span>
        <input ref={input} type="file" accept=".csv,text/csv" hidden onChange={choose} />
      </section>
      <TextField
        label="Or paste the lines"
        multiline
        minRows={4}
        maxRows={10}
        value={csv}
        onChange={({ target }) => onType(target.value)}
        helperText={`Columns: ${importColumns.join(', ')}. The first three are needed; roles and labels by name, divided by semicolons.`}
        slotProps={{ htmlInput: { spellCheck: false, className: styles.code } }}
      />
    </>
  )
}

const PreviewTable = ({ preview: { rows, good, bad } }: { readonly preview: Preview }) => {
  const sorted = [
    ...rows.filter(({ faults }) => faults.length > 0),
    ...rows.filter(({ faults }) => faults.length === 0),
  ]
  return (
    <section className="grid grid-cols-1 gap-3 [&_output>*]:whitespace-normal" aria-label="What would happen">
      <output>
        {bad === 0 ? (
          <StatusWord state="normal" word={good === 1 ? '1 line is ready' : `All ${good} lines are ready`} />
        ) : (
          <StatusWord
            state="high"
            word={`${bad === 1 ? '1 line has' : `${bad} lines have`} faults; ${good} ready. Nobody is invited until every line is.`}
          />
        )}
      </output>
      <ol className={styles.lines}>
        {sorted.map((row) => (
          <PreviewLine key={row.line} row={row} />
        ))}
      </ol>
    </section>
  )
}

const PreviewLine = ({ row: { line, email, name, faults } }: { readonly row: ImportRow }) => (
  <li data-bad={faults.length > 0 || undefined}>
    <span className="text-muted tabular-nums">Line {line}</span>
    <span>
      {name || email || 'Header'} {name && <span className="block text-sm font-normal text-muted">{email}</span>}
      {faults.map(({ field, message }) => (
        <span key={field + message} className="flex items-start gap-1 text-high [&_svg]:mt-[0.2em]">
          <Icon name="high" /> {columnName(field)}: {message}
        </span>
      ))}
    </span>
  </li>
)

const downloadTemplate = () => {
  const url = URL.createObjectURL(new Blob([templateCsv()], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'gatehouse-people.csv'
  link.click()
  URL.revokeObjectURL(url)
}
