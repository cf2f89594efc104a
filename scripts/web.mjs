// Builds the web when something it is made of has changed since the last time.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, memory, programOf, root, runQuietly, step } from './bootstrap.mjs'

/** Leaves a fresh web/dist behind, or ends the command with what is wrong. */
export const buildWeb = async (node) => {
  if (!(await tryBuildWeb(node))) giveUp('The web could not be built: see above.')
}

/** The same, answering whether it worked. */
export const tryBuildWeb = async (node) => {
  const files = inputs()
  const looks = digest(files, ({ path, stat }) => `${path} ${stat.size} ${stat.mtimeMs}`)
  const built = existsSync(join(root, 'web', 'dist', 'index.html'))
  const before = built ? stamp.read()?.split(' ') : undefined
  if (before?.[0] === looks) return true
  // A fresh checkout touches everything and often changes nothing.
  const text = digest(files, ({ path }) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`)
  if (before?.[1] !== text) {
    stamp.write('')
    const web = join(root, 'web')
    const vite = [programOf('vite', web), 'build', '--logLevel', 'warn']
    if (!(await step('Building the web', () => runQuietly(node, vite, { cwd: web })))) return false
  }
  stamp.write(`${looks} ${text}`)
  return true
}

const stamp = memory('web')

const inputs = () =>
  [...['web', 'contract'].flatMap((folder) => filesIn(join(root, folder))), join(root, 'package-lock.json')].map(
    (path) => ({ path, stat: statSync(path) }),
  )

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'dist' || entry.name === 'node_modules' ? [] : filesIn(path)
    return entry.name.includes('.test.') ? [] : [path]
  })

const digest = (files, line) => createHash('sha256').update(files.map(line).join('\n')).digest('hex')
