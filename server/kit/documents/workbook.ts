// Rows as a workbook (Office Open XML), written as they come: never held in memory, whatever its length.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'
import { wallTime } from './wall-time.ts'

/** What a file is made with: row after row, then all that is left. */
export interface Maker {
  readonly add: (row: readonly string[]) => void
  /** What there is of the file so far, and has not been taken. */
  readonly take: () => Promise<readonly Uint8Array[]>
  readonly end: (facts: { rows: number; sha256: string }) => Promise<readonly Uint8Array[]>
}

export interface WorkbookColumn {
  readonly title: string
  /** `moment`: ISO 8601 in UTC, shown as the clock on the wall; `number`: as JavaScript writes it. */
  readonly kind: 'moment' | 'number' | 'text'
  /** In letters. */
  readonly width: number
}

export interface WorkbookFacts {
  readonly title: string
  readonly company: string
  readonly timeZone: string
  readonly madeAt: string
  readonly madeBy: string
  readonly columns: readonly WorkbookColumn[]
  /** What was asked for, in words: ['Door', 'Main entrance']. */
  readonly facts: readonly (readonly [string, string])[]
}

const packing = {
  // The least effort: the store's rows are much alike, and somebody waits.
  compressionLevel: 1,
  // When it was made is said inside, and the same rows are to be the same bytes.
  mtime: new Date(2026, 0, 1),
  forceDosTimestamp: true,
}

export const createWorkbook = (about: WorkbookFacts, mostOnSheet: number): Maker => {
  const zip = new ZipFile()
  const wall = wallTime(about.timeZone)
  let packed: Uint8Array[] = []
  zip.outputStream.on('data', (bytes: Uint8Array) => void packed.push(bytes))
  let sheets = 0
  let sheet: PassThrough | null = null
  let rowsOnSheet = 0
  let rows: (readonly string[])[] = []

  const openSheet = (): PassThrough => {
    const opened = new PassThrough()
    zip.addReadStream(opened, `xl/worksheets/sheet${++sheets}.xml`, packing)
    opened.write(sheetHead(about) + headRow(about))
    rowsOnSheet = 0
    return opened
  }
  const write = async (to: PassThrough, text: string) => {
    if (text !== '' && !to.write(text)) await once(to, 'drain')
  }
  const drain = async () => {
    const passage = rows
    rows = []
    let text = ''
    for (const row of passage) {
      if (sheet && rowsOnSheet === mostOnSheet) {
        await write(sheet, text)
        text = ''
        sheet.end(sheetEnd)
        sheet = null
      }
      sheet ??= openSheet()
      rowsOnSheet++
      const cells = row.map((field, index) => {
        if (field === '') return '<c/>'
        const kind = about.columns[index]?.kind
        if (kind === 'moment') return `<c s="1"><v>${wall.serial(field)}</v></c>`
        return kind === 'number' ? `<c><v>${Number(field)}</v></c>` : textCell(field)
      })
      text += `<row>${cells.join('')}</row>`
    }
    if (sheet) await write(sheet, text)
  }
  const take = () => {
    const passage = packed
    packed = []
    return passage
  }

  return {
    add: (row) => void rows.push(row),
    async take() {
      await drain()
      return take()
    },
    async end(facts) {
      await drain()
      sheet ??= openSheet()
      sheet.end(sheetEnd)
      for (const [name, text] of partsOf(sheets, aboutSheet(about, facts)))
        zip.addBuffer(Buffer.from(text), name, packing)
      const ended = once(zip.outputStream, 'end')
      zip.end()
      await ended
      return take()
    },
  }
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const textCell = (text: string, style = '') =>
  `<c t="inlineStr"${style}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

// What XML cannot hold at all is left out; `_x0041_` would be read as the letter that has this number.
const escaped = (text: string): string =>
  odd.test(text)
    ? text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('\r', '&#13;')
        .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
        // oxlint-disable-next-line no-control-regex -- exactly these
        .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    : text
// oxlint-disable-next-line no-control-regex -- exactly these
const odd = /[&<>_\u0000-\u001F\uFFFE\uFFFF]/

const sheetHead = ({ columns }: WorkbookFacts): string => {
  const cols = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>`
}

const sheetEnd = '</sheetData></worksheet>'

const headRow = ({ columns, timeZone }: WorkbookFacts): string => {
  const titles = columns.map(({ title, kind }) => (kind === 'moment' ? `${title} (${timeZone})` : title))
  return `<row>${titles.map((title) => textCell(title, ' s="2"')).join('')}</row>`
}

const aboutSheet = (about: WorkbookFacts, { rows, sha256 }: { rows: number; sha256: string }): string => {
  const lines: (readonly [string, string])[] = [
    ['Report', about.title],
    ['Company', about.company],
    ['Made', `${about.madeAt} (${about.timeZone})`],
    ['Made by', about.madeBy],
    ...about.facts,
    ['Columns', about.columns.map(({ title }) => title).join(', ')],
    ['Rows', String(rows)],
    ['SHA-256', sha256],
    [
      '',
      'The checksum is that of the same report as CSV. The activity log has it too, with who took the file and when.',
    ],
  ]
  const cells = lines.map(([name, value]) => `<row>${textCell(name, ' s="2"')}${textCell(value)}</row>`)
  return `${xml}<worksheet xmlns="${main}"><cols><col min="1" max="1" width="18" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols><sheetData>${cells.join('')}</sheetData></worksheet>`
}

const partsOf = (reports: number, aboutThem: string): [string, string][] => {
  const all = Array.from({ length: reports + 1 }, (_, index) => index + 1)
  const nameOf = (sheet: number) => (sheet > reports ? 'About' : sheet === 1 ? 'Report' : `Report ${sheet}`)
  return [
    [`xl/worksheets/sheet${reports + 1}.xml`, aboutThem],
    [
      '[Content_Types].xml',
      `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${all.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${all.map((n) => `<sheet name="${nameOf(n)}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${xml}<Relationships xmlns="${packages}/relationships">${all.map((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="rId${reports + 2}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/><xf fontId="1" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
  ]
}
