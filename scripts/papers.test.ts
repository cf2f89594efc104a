// What the documents count is counted: figures that are written twice disagree one day.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const docs = join(import.meta.dirname, '..', 'docs')
const read = (name: string) => readFileSync(join(docs, name), 'utf8')
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('*', ''))
const kinds = ['met', 'strict', 'operator', 'not met', 'n/a']

test('the requirements of OWASP ASVS are as many as the tables say, and each has its proof or reason', () => {
  const lines = read('security-asvs.md').split('\n')
  const rows = lines.filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line)).map(cellsOf)
  for (const [number, , , kind = '', why = ''] of rows) {
    expect(kinds, number).toContain(kind)
    expect(why, number).not.toBe('')
  }
  const counted = (wanted: readonly string[][]) => [
    wanted.length,
    ...kinds.map((kind) => wanted.filter((row) => row[3] === kind).length),
  ]
  const notified = (name: RegExp) =>
    cellsOf(lines.find((line) => name.test(line)) ?? '')
      .slice(1)
      .map(Number)
  for (let chapter = 1; chapter <= 17; chapter++) {
    const own = rows.filter(([number]) => number?.startsWith(`${chapter}.`))
    expect(notified(new RegExp(`^\\| V${chapter} `)), `V${chapter}`).toEqual(counted(own))
  }
  expect(notified(/^\| \*\*All/)).toEqual(counted(rows))
  for (const level of ['1', '2'])
    expect(notified(new RegExp(`^\\| of level ${level}`))).toEqual(counted(rows.filter((row) => row[1] === level)))
  const [all, met, strict, operator, notMet, nothing] = counted(rows)
  expect(read('security.md').replaceAll(/\s+/g, ' ')).toContain(
    `Of ${all} requirements of levels 1 and 2, ${met} are met, ${strict} with the strict settings, ${operator} by whoever operates it, ${notMet} are not met, each with its reason there, and ${nothing} apply to nothing here.`,
  )
})

test('no decision has the number of another', () => {
  const numbers = readdirSync(join(docs, 'decisions')).map((name) => name.slice(0, 4))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})

test('every line of the specification has its state, its place and its proof, and every file named there exists', () => {
  const rows = read('specification.md')
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
  expect(rows.length).toBeGreaterThan(250)
  const named = rows.flatMap((cells) => [...cells.join('|').matchAll(/`([\w-]+(?:\/[\w.-]+)+\/?)`/g)])
  for (const [, path = ''] of named) expect(existsSync(join(docs, '..', path)), path).toBe(true)
  for (const cells of rows) {
    expect(cells, cells[0]).toHaveLength(5)
    for (const cell of cells) expect(cell.trim(), cells[0]).not.toBe('')
  }
})
