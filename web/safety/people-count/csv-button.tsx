// A small table as a file.
import Button from '@mui/material/Button'
import { Icon } from '../../ui/primitives/icon.tsx'
import { saveCsv } from '../../ui/tables/csv.ts'

interface CsvButtonProps {
  readonly name: string
  /** Heads first; null: nothing has come yet. */
  readonly rows: readonly (readonly string[])[] | null
}

export const CsvButton = ({ name, rows }: CsvButtonProps) => (
  <Button
    size="small"
    startIcon={<Icon name="download" />}
    disabled={rows === null}
    onClick={() => rows && saveCsv(name, rows)}
  >
    CSV
  </Button>
)
