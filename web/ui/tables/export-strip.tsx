// Above a list: the file that is made of it, and how that ended.
import Button from '@mui/material/Button'
import { type Export, exporting, sizeText, useExport } from './exporting.ts'
import { Dismiss, Strip } from '../primitives/strip.tsx'

export const ExportStrip = () => <Exported exported={useExport()} />

export const Exported = ({ exported }: { readonly exported: Export }) => {
  if (exported.is === 'none') return null
  const { name, bytes } = exported
  if (exported.is === 'running') {
    return (
      <Strip state="information" icon="download" end={<Button onClick={() => exporting().stop()}>Cancel</Button>}>
        Exporting {name}: <span className="tabular-nums">{sizeText(bytes)}</span> so far
      </Strip>
    )
  }
  const dismiss = <Dismiss what="the export" onClick={() => exporting().forget()} />
  if (exported.is === 'failed') {
    return (
      <Strip state="critical" icon="critical" end={dismiss}>
        Download failed: {name}. {exported.why}
      </Strip>
    )
  }
  return (
    <Strip state="normal" icon="normal" end={dismiss}>
      Download complete: {name}, {sizeText(bytes)}.
    </Strip>
  )
}
