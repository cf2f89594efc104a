// The checks every change must pass: what each runs, and how many of its tests passed.
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { programOf, root, run, runQuietly } from './bootstrap.mjs'

const { compiled } = JSON.parse(readFileSync(new URL('lean.json', import.meta.url), 'utf8'))

// Programs written in Go, whose time is spent mostly on their own threads: several check the same types several times, and
// what ends within seconds need not collect what it no longer uses. A third of the work is left.
const once = { GOGC: 'off', GOMEMLIMIT: '3GiB', GOMAXPROCS: '1' }
const typesOf = (...folder) => [programOf('typescript'), '-p', join(root, ...folder), '--checkers', '1']

/** Each static check counts as one test. */
export const staticChecks = (node, options = {}) =>
  [
    { title: 'types of server, contract, devices, simulator', args: typesOf() },
    { title: 'types of web', args: typesOf('web') },
    { title: 'types of the service worker', args: typesOf('web', 'service-worker') },
    { title: 'types of e2e', args: typesOf('e2e') },
    { title: 'lint', args: [programOf('oxlint'), '--type-aware', '--quiet'] },
    { title: 'format', args: [programOf('@biomejs/biome'), 'format', '.'] },
    { title: 'types of the database', args: [join(root, 'scripts', 'db-types.mjs'), '--verify'] },
  ].map(({ title, args }) => ({
    title,
    run: () => timed(title, () => runQuietly(node, args, { ...options, env: { ...process.env, ...once } })),
  }))

/** Runs them two at a time; a failed one shows all it said. `modest`: with what others leave of the machine. */
export const runStatic = async (node, options) => {
  const queue = staticChecks(node, options)
  let tally = nothing
  const work = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const outcome = await check.run()
      tally = add(tally, outcome)
    }
  }
  await Promise.all([work(), work()])
  return tally
}

/** What each entrance may weigh; counts as one test, and wants the web built. */
export const runWeights = (node) =>
  timed('script of each page within its limit', () => runQuietly(node, [join(root, 'web', 'weight.ts')]))

/** Unit and domain tests. */
export const runUnits = (node, more = []) => runVitest(node, [...of('alone', 'together', 'pages', 'web'), ...more])

/** What survives which kill, and how fast rights are gone: with nothing else running beside it. */
export const runChaos = (node) => runVitest(node, of('chaos'))

/** Some files, of whatever project, each try as long as `env` says: for npm run attack. */
export const runFiles = (node, files, env) => runVitest(node, files, env)

/** Several nodes as one, behind nginx and with Redis: for npm run test:cluster. */
export const runCluster = (node) => runVitest(node, of('cluster'))

/**
 * The environment with a folder for temporary files in memory, where there is one with room: hundreds of databases are made
 * of some 300 files each, and none has to survive the tests. A disk makes that a tenth of all the work.
 */
const inMemory = () => {
  const folder = '/dev/shm'
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < roomBytes ? process.env : { ...process.env, TMPDIR: folder }
  } catch {
    return process.env
  }
}

const roomBytes = 4 * 2 ** 30

// vitest.config.ts says which files they are, and how many at a time.
const of = (...projects) => projects.map((name) => `--project=${name}`)

const runVitest = (node, more, settings = {}) =>
  counted(
    'vitest',
    'vitest.json',
    (file) => {
      const reports = ['--reporter=default', `--reporter=${join(root, 'scripts', 'vitest-report.mjs')}`]
      // Compiled modules are kept from process to process, as `npm start` keeps them.
      const env = {
        ...inMemory(),
        NODE_COMPILE_CACHE: join(root, compiled),
        GATEHOUSE_REPORT: file,
        ...settings,
      }
      return run(node, [programOf('vitest'), 'run', ...reports, ...more], { env })
    },
    ({ times, ...report }) => ({ ...report, slowest: longestOf(times) }),
  )

export const runPlaywright = (node, env, more = []) =>
  counted(
    'playwright',
    'playwright.json',
    (file) =>
      run(
        node,
        [programOf('@playwright/test'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...more],
        {
          env: { ...inMemory(), ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
        },
      ),
    (report) => {
      const tests = report.suites.flatMap(testsOf)
      for (const why of new Set(tests.flatMap(({ whySkipped }) => whySkipped))) console.log(`Skipped: ${why}`)
      return {
        passed: report.stats.expected,
        failures: tests.filter(({ failed }) => failed),
        skipped: report.stats.skipped,
        slowest: longestOf(tests),
      }
    },
  )

const testsOf = ({ suites = [], specs = [] }) => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, annotations, results }) => ({
      test: `${file} (${projectName}): ${title}`,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
      failed: status === 'unexpected',
      why: results.findLast(({ error }) => error)?.error.message ?? '',
      whySkipped: status === 'skipped' ? annotations.flatMap(({ description }) => description ?? []) : [],
    })),
  ),
  ...suites.flatMap(testsOf),
]

/**
 * What came of some tests: `failures` are `{ test, why }`, printed once more where a long log ends; `slowest` are
 * `{ test, seconds }`, ten at the most.
 */
export const nothing = { passed: 0, failures: [], skipped: 0, slowest: [] }

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failures: [...a.failures, ...b.failures],
  skipped: a.skipped + b.skipped,
  slowest: longestOf([...a.slowest, ...b.slowest]),
})

const longestOf = (times) => times.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)

/** Prints which tests failed and why, then one line that counts them all; answers the exit code. */
export const conclude = ({ passed, failures, skipped }) => {
  for (const { test, why } of failures) console.log(`\nFAIL  ${test}\n${beginningOf(why)}`)
  console.log(`\n${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return failures.length > 0 ? 1 : 0
}

const beginningOf = (why) =>
  stripVTControlCharacters(why)
    .split('\n')
    .slice(0, 12)
    .map((line) => `      ${line}`)
    .join('\n')

const counted = async (runner, name, work, read) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-report-'))
  const file = join(folder, name)
  try {
    const code = await work(file)
    const tally = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : nothing
    if (code === 0 || tally.failures.length > 0) return tally
    // A crash, an error outside of any test, or nothing found.
    return { ...tally, failures: [{ test: runner, why: `It ended with code ${code} and no failed test: see above.` }] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const timed = async (title, work) => {
  const since = Date.now()
  const { code, output } = await work()
  const seconds = ((Date.now() - since) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${title}  ${seconds} s${code === 0 ? '' : `\n${output}`}`)
  const slowest = [{ test: title, seconds: Number(seconds) }]
  return code === 0
    ? { ...nothing, passed: 1, slowest }
    : { ...nothing, failures: [{ test: title, why: output }], slowest }
}
