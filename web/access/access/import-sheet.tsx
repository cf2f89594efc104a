// People and their access from a CSV file.
import { importColumns, importPeople, type ImportRow, previewImport } from '@gatehouse/contract/access/access'
import type { ReactNode } from 'react'
import type { To } from 'react-router'
import { counted } from '../../kit/counted.ts'
import { call } from '../../kit/data/api.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { ImportSheet } from '../../ui/sheets/import-sheet.tsx'

export const ImportAccess = ({ closed }: { readonly closed: To }) => (
  <ImportSheet
    title="Import people and access"
    subtitle="From a CSV file. Nothing is written before you have seen what would change, and then all of it or nothing."
    closed={closed}
    mostMegabytes={8}
    help={`Columns: ${importColumns.join(', ')}. Only the email is needed for people who are there. Several cards, groups or levels are divided by semicolons; an empty cell changes nothing, a dash takes what is there.`}
    template={{ file: 'gatehouse-access.csv', lines: [importColumns, example] }}
    preview={async (csv) => {
      const { rows, counts } = await call(previewImport, { csv })
      return {
        ready: counts.error === 0 ? counts.new + counts.changed : 0,
        counts: (
          <>
            <StatusWord state="information" icon="add" word={`${counts.new} new`} />
            <StatusWord state="warning" word={`${counts.changed} changed`} />
            <StatusWord state="normal" word={`${counts.same} the same`} />
            {counts.error > 0 && (
              <StatusWord state="high" word={`${counts.error} with faults: nothing is written until there are none`} />
            )}
          </>
        ),
        lines: rows.map(({ outcome, ...row }) => ({ ...row, outcome: outcomes[outcome] })),
        more: counts.new + counts.changed + counts.same + counts.error - rows.length,
      }
    }}
    send={async (csv) => {
      const { counts } = await call(importPeople, { csv })
      return `${counts.new} new, ${counts.changed} changed.`
    }}
    label={(ready) => `Import ${counted(ready, 'person', 'people')}`}
    busy="Importing…"
  />
)

const outcomes: Readonly<Record<ImportRow['outcome'], ReactNode>> = {
  new: <StatusWord state="information" icon="add" word="New" />,
  changed: <StatusWord state="warning" word="Changed" />,
  same: <StatusWord state="normal" word="The same" />,
  error: <StatusWord state="high" word="Fault" />,
}

const example =
  'ada.byron@example.com|Ada|Byron|Receptionist|Front desk|0012345678|Front desk staff|Day staff; Parking|2026-12-01|2026-12-31|no|no|none'.split(
    '|',
  )
