// CSV as the store writes it, piece by piece: fields between commas, in quotes where they hold what parts others.
import { StringDecoder } from 'node:string_decoder'

export const createCsvReader = (onRow: (row: string[]) => void) => {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const read = (text: string) => {
    let from = 0
    for (;;) {
      const end = lineEnd(text, from)
      if (end === -1) break
      onRow(fieldsOf(text.slice(from, end)))
      from = end + 1
    }
    rest = text.slice(from)
  }
  return {
    write: (bytes: Uint8Array) => read(rest + decoder.write(bytes)),
    end: () => {
      read(rest + decoder.end())
      if (rest !== '') onRow(fieldsOf(rest))
      rest = ''
    },
  }
}

/** The end of the row that begins there: not one within quotes. -1: there is more to come. */
const lineEnd = (text: string, from: number): number => {
  let end = text.indexOf('\n', from)
  let quote = text.indexOf('"', from)
  while (end !== -1 && quote !== -1 && quote < end) {
    const closing = text.indexOf('"', quote + 1)
    if (closing === -1) return -1
    if (end < closing) end = text.indexOf('\n', closing)
    quote = text.indexOf('"', closing + 1)
  }
  return end
}

const fieldsOf = (line: string): string[] => {
  if (!line.includes('"')) return line.split(',')
  const fields: string[] = []
  let at = 0
  while (at <= line.length) {
    if (line[at] !== '"') {
      const comma = line.indexOf(',', at)
      const end = comma === -1 ? line.length : comma
      fields.push(line.slice(at, end))
      at = end + 1
      continue
    }
    let field = ''
    for (at++; ; ) {
      const quote = line.indexOf('"', at)
      if (quote === -1) return [...fields, field + line.slice(at)]
      field += line.slice(at, quote)
      at = quote + 1
      if (line[at] !== '"') break
      field += '"'
      at++
    }
    fields.push(field)
    at++
  }
  return fields
}
