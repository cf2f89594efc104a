// What `npm test` needs to know of a run of Vitest, written as JSON to the file named by GATEHOUSE_REPORT. Vitest's own JSON
// report leaves out what failed beside the tests: a hook after the last test, a rejection that nobody awaited.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

export default class {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const withState = (state) => tests.filter((test) => test.result().state === state)
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const failures = [
      ...suites.flatMap((suite) => suite.errors().map((error) => ({ test: nameOf(suite), why: textOf(error) }))),
      ...withState('failed').map((test) => ({ test: nameOf(test), why: test.result().errors.map(textOf).join('\n') })),
      ...unhandledErrors.map((error) => ({ test: `vitest, beside the tests${during(error)}`, why: textOf(error) })),
    ]
    const times = tests.map((test) => ({ test: nameOf(test), seconds: (test.diagnostic()?.duration ?? 0) / 1000 }))
    const report = { passed: withState('passed').length, failures, skipped: withState('skipped').length, times }
    writeFileSync(process.env.GATEHOUSE_REPORT, JSON.stringify(report))
  }
}

const nameOf = (entity) =>
  entity.type === 'module' ? entity.relativeModuleId : `${entity.module.relativeModuleId}: ${entity.fullName}`

const textOf = ({ name = 'Error', message = '', stack = '', cause }) => {
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules/vitest'))
  return [`${name}: ${message}`, ...places, ...(cause ? [`Caused by ${textOf(cause)}`] : [])].join('\n')
}

// Vitest adds to an error outside of any test which file and test ran when it came.
const during = ({ VITEST_TEST_PATH: file, VITEST_TEST_NAME: test }) =>
  file ? `, while ${[relative(process.cwd(), file), test].filter(Boolean).join(': ')} ran` : ''
