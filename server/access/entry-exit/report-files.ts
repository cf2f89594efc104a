// The report as a file: CSV as the store writes it; a workbook and a paper made of that CSV, so that all three hold the
// same rows and tell the same checksum.
import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Parsed } from '@gatehouse/contract/operation'
import { copyCsv } from '../../db/csv/copy-out.ts'
import type { Store } from '../../db/pool.ts'
import type { Directory } from '../../building/devices/devices.ts'
import { createConcurrencyLimit } from '../../kit/concurrency-limit.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { invalid, notFound } from '../../kit/errors.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { aboutOf } from './report-about.ts'
import { makeFile } from './report-making.ts'
import { columnsOf, csvRows } from './report-rows.sql.ts'

type Asked = Parsed<typeof entryExit.exportCsv>

// Each holds a connection to the store, and a workbook or a paper a processor too, for as long as it is read.
const files = { atOnce: 8, atOnceOfOne: 2 }
const heavy = { atOnce: 2, atOnceOfOne: 1 }

export const serveReportFiles = (serve: Serve, store: Store, directory: Directory) => {
  const writing = createConcurrencyLimit(files, 'Other files are still being written. Try again when they are there.')
  const making = createConcurrencyLimit(
    heavy,
    'Another workbook or PDF is still being made. Try again when it is there.',
  )

  const rowsFor = (asked: Asked, caller: Caller) => {
    const { columns: _, ...filter } = asked
    if (!caller.companyId) throw notFound('Your company')
    const seen = { ...filter, companyId: caller.companyId, scope: labelScope(caller) }
    return csvRows(seen, columnsOf(asked.columns))
  }

  serve(entryExit.exportCsv, async (asked, caller, call) => {
    const release = writing.acquire(caller.userId)
    try {
      const copied = await copyCsv(store, rowsFor(asked, caller))
      const hash = createHash('sha256')
      copied.once('close', release)
      call.annotateAtEnd(() => ({ rows: copied.rowsGiven(), sha256: hash.digest('hex') }))
      named(call, 'csv')
      const hashed = new Transform({
        transform(chunk: Uint8Array, _encoding, next) {
          hash.update(chunk)
          next(null, chunk)
        },
      })
      copied.once('error', (error) => hashed.destroy(error))
      hashed.once('close', () => copied.destroy())
      return copied.pipe(hashed)
    } catch (error) {
      release()
      throw error
    }
  })

  const made = async (kind: 'xlsx' | 'pdf', asked: Asked, caller: Caller, call: Call): Promise<Readable> => {
    const release = making.acquire(caller.userId)
    try {
      const rows = rowsFor(asked, caller)
      const about = await aboutOf(store.db, directory, caller, asked)
      const file = await makeFile({ kind, about, most: mostRows[kind] }, await copyCsv(store, rows), release)
      if (file === 'too many rows') {
        throw invalid([
          {
            field: 'to',
            message: `A PDF holds ${mostRows.pdf.toLocaleString('en-GB')} rows at most, and there are more. Narrow the report down, or take the workbook or the CSV, which hold all of them.`,
          },
        ])
      }
      call.annotateAtEnd(file.facts)
      named(call, kind)
      return file.bytes
    } catch (error) {
      release()
      throw error
    }
  }

  serve(entryExit.exportXlsx, (asked, caller, call) => made('xlsx', asked, caller, call))
  serve(entryExit.exportPdf, (asked, caller, call) => made('pdf', asked, caller, call))
}

const mostRows = { xlsx: entryExit.mostRows.sheet, pdf: entryExit.mostRows.pdf } as const

const named = ({ reply }: Call, kind: 'csv' | 'xlsx' | 'pdf') =>
  reply.header('content-disposition', `attachment; filename="gatehouse-entry-exit-${clock.iso().slice(0, 10)}.${kind}"`)
