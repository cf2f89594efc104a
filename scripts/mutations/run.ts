// Seeds one fault after the other in a copy of the source, and demands that the named tests notice each.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import startDatabase from '../test-database.ts'
import { copyOf } from './copy.ts'
import type { Fault } from './fault.ts'
import { faults, seeded } from './faults.ts'

const root = join(import.meta.dirname, '..', '..')
const usage = `npm run mutations                   every seeded fault
npm run mutations -- --only NAME    those whose name holds this; may be given several times
  --at COMMIT    the source as of a commit
  --skip-control without proving first that the tests pass where there is no fault
`

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    at: { type: 'string' },
    'skip-control': { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

interface Tried {
  /** Files and titles of the tests that failed. */
  readonly failed: readonly string[]
  readonly passed: number
  /** Why no test ran at all. */
  readonly trouble: string | null
}

const main = async (): Promise<number> => {
  const wanted = faults.filter(({ name }) => values.only?.some((part) => name.includes(part)) ?? true)
  if (wanted.length === 0) throw new Error(`No fault is called ${values.only?.join(', ')}.`)
  const began = Date.now()
  const copy = copyOf(root, values.at)
  // One for all: each of them would make one of its own.
  const stopDatabase = await startDatabase()
  const end = async () => {
    underWay?.kill()
    await stopDatabase()
    rmSync(copy, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().then(() => process.exit(1)))
  try {
    console.log(`Copied to ${copy} in ${since(began)}`)
    if (!values['skip-control'] && !(await control(copy, wanted))) return 1
    let found = 0
    for (const fault of wanted) found += (await isFound(copy, fault)) ? 1 : 0
    console.log(`${found} found, ${wanted.length - found} not found, ${since(began)}`)
    return found === wanted.length ? 0 : 1
  } finally {
    await end()
  }
}

/** A test that fails anyway proves nothing. */
const control = async (copy: string, wanted: readonly Fault[]): Promise<boolean> => {
  const began = Date.now()
  const files = [...new Set(wanted.flatMap(({ tests }) => tests))].filter((file) => existsSync(join(copy, file)))
  const { failed, passed, trouble } = await tryTests(copy, files, false)
  if (trouble !== null || failed.length > 0) {
    console.log(`CONTROL FAILED: tests that fail without any fault: ${failed.length}`)
    for (const line of failed) console.log(`  ${line}`)
    if (trouble !== null) console.log(trouble)
    return false
  }
  console.log(`control  ${passed} tests in ${files.length} files pass without a fault  ${since(began)}`)
  return true
}

const isFound = async (copy: string, fault: Fault): Promise<boolean> => {
  const began = Date.now()
  const path = join(copy, fault.file)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const after = seeded(before, fault)
  if (after === null) {
    console.log(`NOT SEEDED  ${fault.name}  (its place is not in ${fault.file}, or not once)`)
    return false
  }
  writeFileSync(path, after)
  try {
    const { failed, trouble } = await tryTests(copy, fault.tests, true)
    const [first] = failed
    if (first !== undefined) console.log(`found  ${fault.name}  (${first})  ${since(began)}`)
    else {
      console.log(`NOT FOUND  ${fault.name}  ${since(began)}\n  ${fault.why}`)
      if (trouble !== null) console.log(trouble)
    }
    return first !== undefined
  } finally {
    writeFileSync(path, before)
  }
}

interface Report {
  readonly success: boolean
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

const tryTests = async (copy: string, files: readonly string[], bail: boolean): Promise<Tried> => {
  const report = join(copy, '.cache-report.json')
  rmSync(report, { force: true })
  const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs')
  const args = ['run', ...(bail ? ['--bail=1'] : []), '--reporter=json', `--outputFile=${report}`, ...files]
  const output = await run([vitest, ...args], copy)
  if (!existsSync(report)) return { failed: [], passed: 0, trouble: output.slice(-2000) }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- vitest's own reporter wrote it
  const { success, numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative(copy, name)}: ${fullName}`),
  )
  // A file that cannot even be loaded is no test that noticed something.
  const unread = testResults.flatMap(({ message, assertionResults }) =>
    assertionResults.length === 0 ? [message] : [],
  )
  const ran = numPassedTests + failed.length > 0
  const trouble = failed.length === 0 && (!success || !ran) ? [...unread, output.slice(-2000)].join('\n') : null
  return { failed, passed: numPassedTests, trouble }
}

let underWay: ChildProcess | undefined

const run = (args: readonly string[], cwd: string): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  underWay = child
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  child.once('error', reject)
  child.once('close', () => resolve(output))
  return promise
}

const since = (began: number): string => `${Math.round((Date.now() - began) / 1000)} s`

if (values.help) process.stdout.write(usage)
else process.exitCode = await main()
