// The checks every change must pass: what each runs, and how many of its tests passed.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programOf, root, run, runQuietly } from './bootstrap.mjs'

const { compiled } = JSON.parse(readFileSync(new URL('lean.json', import.meta.url), 'utf8'))

/** Each static check counts as one test. */
export const staticChecks = (node, options = {}) =>
  [
    { title: 'types of server, contract, devices, simulator', args: [programOf('typescript'), '-p', root] },
    { title: 'types of web', args: [programOf('typescript'), '-p', join(root, 'web')] },
    {
      title: 'types of the service worker',
      args: [programOf('typescript'), '-p', join(root, 'web', 'service-worker')],
    },
    { title: 'types of e2e', args: [programOf('typescript'), '-p', join(root, 'e2e')] },
    { title: 'lint', args: [programOf('oxlint'), '--type-aware', '--quiet'] },
    { title: 'format', args: [programOf('@biomejs/biome'), 'format', '.'] },
    { title: 'types of the database', args: [join(root, 'scripts', 'db-types.mjs'), '--verify'] },
  ].map(({ title, args }) => ({ title, run: () => timed(title, () => runQuietly(node, args, options)) }))

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
export const runUnits = (node, more = []) => runVitest(node, [...of('together', 'alone'), ...more])

/**
 * What survives which kill, and how fast rights are gone: long, and with times to keep, so with nothing else running that
 * is not modest.
 */
export const runChaos = (node) => runVitest(node, of('hurried', 'patient'))

/** Several nodes as one, behind nginx and with Redis: for npm run test:cluster. */
export const runCluster = (node) => runVitest(node, of('cluster'))

// vitest.config.ts says which files they are, and how many at a time.
const of = (...projects) => projects.map((name) => `--project=${name}`)

const runVitest = (node, more) =>
  counted('vitest.json', (file) => {
    const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    // Compiled modules are kept from process to process, as `npm start` keeps them.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(root, compiled) }
    return run(node, [programOf('vitest'), 'run', ...reports, ...more], { env })
  }).then(({ code, report }) => {
    // A file that does not load has no tests to fail.
    const unloaded = (report?.testResults ?? []).filter((f) => f.status === 'failed' && f.assertionResults.length === 0)
    return tallyOf(code, {
      passed: report?.numPassedTests ?? 0,
      failed: (report?.numFailedTests ?? 0) + unloaded.length,
      skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    })
  })

export const runPlaywright = (node, env, more = []) =>
  counted('playwright.json', (file) =>
    run(
      node,
      [programOf('@playwright/test'), 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', ...more],
      {
        env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      },
    ),
  ).then(({ code, report }) => {
    const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = report?.stats ?? {}
    return tallyOf(code, { passed: expected + flaky, failed: unexpected, skipped })
  })

export const nothing = { passed: 0, failed: 0, skipped: 0 }

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

export const summary = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

// A runner that fails without a failed test (a crash, an unhandled error, nothing found) counts as one.
const tallyOf = (code, tally) => (code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally)

const counted = async (name, work) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-report-'))
  const file = join(folder, name)
  try {
    const code = await work(file)
    return { code, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const timed = async (title, work) => {
  const since = Date.now()
  const { code, output } = await work()
  const seconds = ((Date.now() - since) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${title}  ${seconds} s${code === 0 ? '' : `\n${output}`}`)
  return { ...nothing, [code === 0 ? 'passed' : 'failed']: 1 }
}
