// Inviting many people from a CSV file.
import { importColumns, importPeople, previewImport } from '@gatehouse/contract/identity/users'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { ImportSheet } from '../../ui/sheets/import-sheet.tsx'
import { columnName, exampleLine } from './columns.ts'

export const InviteMany = ({ closed }: { readonly closed: To }) => (
  <ImportSheet
    title="Import people"
    subtitle="From a CSV file: everybody in it is invited by mail. Nothing is sent before you have seen what would happen."
    closed={closed}
    mostMegabytes={1}
    help={`Columns: ${importColumns.join(', ')}. The first three are needed; roles and labels by name, divided by semicolons.`}
    template={{ file: 'gatehouse-people.csv', lines: [importColumns, exampleLine] }}
    preview={async (csv) => {
      const { rows, good, bad } = await call(previewImport, { csv })
      const lines = rows.map(({ faults, ...row }) => ({
        ...row,
        faults: faults.map(({ field, message }) => ({ field: columnName(field), message })),
      }))
      return {
        ready: bad === 0 ? good : 0,
        counts:
          bad === 0 ? (
            <StatusWord state="normal" word={good === 1 ? '1 line is ready' : `All ${good} lines are ready`} />
          ) : (
            <StatusWord
              state="high"
              word={`${bad === 1 ? '1 line has' : `${bad} lines have`} faults; ${good} ready. Nobody is invited until every line is.`}
            />
          ),
        // What has to be mended first.
        lines: lines.toSorted((a, b) => Number(b.faults.length > 0) - Number(a.faults.length > 0)),
        more: 0,
      }
    }}
    send={async (csv) => {
      const { invited } = await call(importPeople, { csv })
      return invited === 1 ? 'One person is invited.' : `${invited} people are invited.`
    }}
    label={(ready) => `Invite ${ready === 1 ? '1 person' : `${ready} people`}`}
    busy="Inviting…"
  />
)
