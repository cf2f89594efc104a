// npm run check: types, lint, format, boundaries, and the tests of the domains that were changed, in under a minute.
import { spawnSync } from 'node:child_process'
import { bootstrap, root } from './bootstrap.mjs'
import { add, conclude, runStatic, runUnits } from './stages.mjs'

/** Paths of git's: what is not committed or, where all is, what the last commit changed. */
const changedFiles = () => {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  const uncommitted = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  return uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'HEAD~1')
}

/** The noun is the same in every room: who changed the server's doors runs the tests of doors in contract and web too. */
const testsOf = (files) => {
  const nounOf = ([, area, domain]) => (domain && !['kit', 'db', 'ui'].includes(area) ? domain : area)?.split('.')[0]
  const nouns = new Set(files.map((file) => nounOf(file.split('/'))).filter(Boolean))
  return [...nouns].flatMap((noun) => [`/${noun}/`, `/${noun}.`])
}

const node = await bootstrap()
const asked = process.argv.slice(2)
const tests = asked.length > 0 ? asked : ['scripts/boundaries.test.ts', ...testsOf(changedFiles())]
const [checked, tested] = await Promise.all([runStatic(node, { modest: true }), runUnits(node, tests)])
process.exitCode = conclude(add(checked, tested))
