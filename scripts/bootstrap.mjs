// What every command needs first: the packages of the lock file and a fitting Node.js.
// Runs before anything is installed, on any Node.js from 18 on: no dependencies, here or in its neighbours.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Installs what the lock file says unless it is there, and returns the Node.js to run everything with. */
export const bootstrap = async () => {
  await install()
  const node = findNode()
  process.env.PATH = [dirname(node), process.env.PATH].join(delimiter)
  return node
}

/** Runs a program to its end; resolves to its exit code, or 1 when a signal ended it. */
export const run = (program, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })

/** The same without a word: resolves to its exit code and all it had to say. `modest`: others are served first. */
export const runQuietly = (program, args, { modest = false, ...options } = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    if (modest && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    const written = () => (process.stdout.isTTY ? output : stripVTControlCharacters(output)).trimEnd()
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output: written() }))
  })

/** One line for something that takes its time; what was said is shown only when it failed. */
export const step = async (title, work) => {
  const since = Date.now()
  process.stdout.write(`${title} ... `)
  const { code, output } = await work()
  const seconds = ((Date.now() - since) / 1000).toFixed(1)
  process.stdout.write(code === 0 ? `${seconds} s\n` : `failed after ${seconds} s\n${output}\n`)
  return code === 0
}

/** Ends the command with one line that says what to do. */
export const giveUp = (line) => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** The path of a package's own program, as `node` runs it. */
export const programOf = (packageName, from = root) => {
  const require = createRequire(join(from, 'package.json'))
  const description = require.resolve(`${packageName}/package.json`)
  const { bin } = JSON.parse(readFileSync(description, 'utf8'))
  return join(dirname(description), typeof bin === 'string' ? bin : Object.values(bin)[0])
}

/** Small facts remembered between runs; they go with node_modules. */
export const memory = (name) => {
  const path = join(root, 'node_modules', '.gatehouse', name)
  return {
    read: () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined),
    write: (text) => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    },
  }
}

const install = async () => {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}`
  const stamp = memory('installed')
  if (stamp.read() === wanted) return
  if (!isComplete(JSON.parse(lock))) {
    const done = await step('Installing packages', () => runQuietly(...npm(installArgs)))
    if (!done)
      giveUp('The packages could not be installed: see above. It needs the npm registry once; then start again.')
  }
  stamp.write(wanted)
}

// Not `npm ci`: it refuses a lock file that lacks a package for another system, and empties node_modules before it knows
// that it can fill it again. Install scripts are not needed, dev packages are: the web is built here.
const installArgs = [
  'install',
  '--no-save',
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--loglevel=error',
]

// What npm says it has installed against what the lock file asks of this machine.
const isComplete = ({ packages }) => {
  const path = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(path)) return false
  const present = JSON.parse(readFileSync(path, 'utf8')).packages
  return Object.entries(packages).every(
    ([name, wanted]) => !name.includes('node_modules/') || !fits(wanted) || present[name]?.version === wanted.version,
  )
}

const fits = ({ os, cpu, libc }) => !libc && names(os, process.platform) && names(cpu, process.arch)

const names = (list, one) => list === undefined || [list].flat().includes(one)

// npm's own Node.js runs npm: the one on the PATH may lie in node_modules, which is about to change.
const npm = (args) => {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  if (script && node && /npm-cli\.c?js$/.test(script) && existsSync(node)) return [node, [script, ...args]]
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return ['npm', args, { shell: process.platform === 'win32', env: { ...process.env, PATH: path.join(delimiter) } }]
}

const oldestOwn = [22, 22]

const findNode = () => {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const brought = join(
    root,
    'node_modules',
    `node-${system}-${process.arch}`,
    'bin',
    system === 'win' ? 'node.exe' : 'node',
  )
  if (existsSync(brought) && works(brought)) return brought
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldestOwn[0] || (major === oldestOwn[0] && minor >= oldestOwn[1])) return process.execPath
  return giveUp(
    `Gatehouse brings no Node.js for ${process.platform} on ${process.arch} and needs ${oldestOwn.join('.')} or newer; this is ${process.versions.node}. Install a newer one from nodejs.org.`,
  )
}

// A Node.js for another C library is there, but does not run. Tried once, then remembered.
const works = (node) => {
  const known = memory('node')
  if (known.read() === node) return true
  if (spawnSync(node, ['--version'], { stdio: 'ignore' }).status !== 0) return false
  known.write(node)
  return true
}
