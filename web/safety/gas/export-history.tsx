// The chart as a file: the same channels, the same time, the same buckets, made by the server.
import * as gas from '@gatehouse/contract/safety/gas'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import { serverNow } from '../../kit/clock.ts'
import { dayOf, useTimeZone } from '../../kit/time.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { MenuButton } from '../../ui/primitives/menu-button.tsx'
import { exporting, useExport } from '../../ui/tables/exporting.ts'
import type { Bounds } from '../../ui/time/time-range.ts'

const formats = [
  ['csv', 'CSV', 'For spreadsheets and programs', gas.exportCsv],
  ['xlsx', 'XLSX', 'A workbook, with what it holds and its checksum', gas.exportXlsx],
] as const

interface ExportHistoryProps {
  /** As `channelId` names them. */
  readonly channels: readonly string[]
  readonly bounds: Bounds
}

export const ExportHistory = ({ channels, bounds: { from, to } }: ExportHistoryProps) => {
  const timeZone = useTimeZone()
  const isRunning = useExport().is === 'running'
  const input = {
    channels: channels.join(','),
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  }
  return (
    <MenuButton
      label="Export"
      offers="Choice: Export"
      startIcon={<Icon name="download" />}
      disabled={isRunning || channels.length === 0}
    >
      {(close) =>
        formats.map(([format, title, text, op]) => (
          <MenuItem
            key={format}
            onClick={() => {
              close()
              void exporting().start({ op, input, format, name: `gas-${dayOf(serverNow(), timeZone)}.${format}` })
            }}
          >
            <ListItemText primary={title} secondary={text} />
          </MenuItem>
        ))
      }
    </MenuButton>
  )
}
