// Exports exactly what the filters let through, as a file.
import * as activity from '@gatehouse/contract/record/activity'
import Button from '@mui/material/Button'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { serverNow } from '../../kit/clock.ts'
import { dayOf, useTimeZone } from '../../kit/time.ts'
import { exporting, sizeText, useExport } from '../../ui/tables/exporting.ts'
import { Icon } from '../../ui/primitives/icon.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { countFilters, type Filters, inputOf } from './activity-filters.ts'
import { isHere } from './is-here.ts'

export const ExportMenu = ({ filters }: { readonly filters: Filters }) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const timeZone = useTimeZone()
  const running = useExport().is === 'running'
  const start = async (format: 'csv' | 'json') => {
    setAnchor(null)
    const now = serverNow()
    const name = `activity-log-${dayOf(now, timeZone)}.${format}`
    const op = format === 'csv' ? activity.exportCsv : activity.exportJson
    const ended = await exporting().start({ op, input: inputOf(filters, now, timeZone), format, name })
    // Who is still here sees it.
    if (isHere()) return
    if (ended.is === 'finished') toast('success', `Download complete: ${ended.name}, ${sizeText(ended.bytes)}.`)
    if (ended.is === 'failed') toast('error', `Download failed: ${ended.name}.`)
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon name="download" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={running}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Export
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': 'Export' }, paper: { role: 'region', 'aria-label': 'Choice of formats' } }}
      >
        <MenuItem onClick={() => void start('csv')}>
          <ListItemText primary="CSV" secondary={`For spreadsheets: ${extent(filters)}`} />
        </MenuItem>
        <MenuItem onClick={() => void start('json')}>
          <ListItemText primary="JSON" secondary={`For programs: ${extent(filters)}`} />
        </MenuItem>
      </Menu>
    </>
  )
}

const extent = (filters: Filters): string => (countFilters(filters) > 0 ? 'filtered rows' : 'all rows')
