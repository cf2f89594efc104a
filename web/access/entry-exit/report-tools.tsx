// What may be done with the whole report: files, and what does not match.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Column } from '@gatehouse/contract/access/entry-exit-words'
import Button from '@mui/material/Button'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { serverNow } from '../../kit/clock.ts'
import { registerCorrections, refetches } from '../../kit/live/live-cache.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { dayOf, useTimeZone } from '../../kit/time.ts'
import { exporting, type Format, sizeText, useExport } from '../../ui/tables/exporting.ts'
import { Strips } from '../../ui/primitives/strip.tsx'
import { ExportStrip } from '../../ui/tables/export-strip.tsx'
import { Icon } from '../../ui/primitives/icon.tsx'
import { MenuButton } from '../../ui/primitives/menu-button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { columnsText } from './report-columns.tsx'
import { countFilters, type Filters, inputOf } from './report-filters.ts'

registerCorrections([refetches(entryExit.unmatchedList, entryExit.unmatchedChanged)])

interface ReportToolsProps {
  readonly filters: Filters
  readonly columns: readonly Column[]
}

export const ReportTools = ({ filters, columns }: ReportToolsProps) => {
  const open = useQuery(queryOf(entryExit.unmatchedList, { limit: 1 })).data?.open ?? 0
  return (
    <>
      <Button component={Link} to="/entry-exit/report/unmatched" variant="outlined" startIcon={<Icon name="unknown" />}>
        {open > 0 ? `Unmatched (${open})` : 'Unmatched'}
      </Button>
      <Files filters={filters} columns={columns} />
    </>
  )
}

/** Below the head of the page, whose buttons stay where they are. */
export const ReportExport = () => (
  <Strips>
    <ExportStrip />
  </Strips>
)

const formats = [
  ['csv', 'CSV', 'For spreadsheets and programs', entryExit.exportCsv],
  ['xlsx', 'XLSX', 'A workbook, with what it holds and its checksum', entryExit.exportXlsx],
  ['pdf', 'PDF', `To be printed: at most ${entryExit.mostRows.pdf.toLocaleString('en-GB')} rows`, entryExit.exportPdf],
] as const

const Files = ({ filters, columns }: Pick<ReportToolsProps, 'filters' | 'columns'>) => {
  const timeZone = useTimeZone()
  const running = useExport().is === 'running'
  const start = async (format: Format, op: (typeof formats)[number][3]) => {
    const now = serverNow()
    // Exactly what is shown: nothing that happens from now on.
    const asked = { to: new Date(now).toISOString(), ...inputOf(filters, now, timeZone), columns: columnsText(columns) }
    const name = `entry-exit-${dayOf(now, timeZone)}.${format}`
    const ended = await exporting().start({ op, input: asked, format, name })
    if (window.location.pathname.startsWith('/entry-exit/report')) return
    if (ended.is === 'finished') toast('success', `Download complete: ${ended.name}, ${sizeText(ended.bytes)}.`)
    if (ended.is === 'failed') toast('error', `Download failed: ${ended.name}.`)
  }
  const extent = countFilters(filters) > 0 ? 'filtered rows' : 'all rows'
  return (
    <MenuButton
      label="Export"
      offers="Choice: Export"
      variant="outlined"
      startIcon={<Icon name="download" />}
      disabled={running}
    >
      {(close) =>
        formats.map(([format, title, text, op]) => (
          <MenuItem
            key={format}
            onClick={() => {
              close()
              void start(format, op)
            }}
          >
            <ListItemText primary={`${title} (${extent})`} secondary={text} />
          </MenuItem>
        ))
      }
    </MenuButton>
  )
}
