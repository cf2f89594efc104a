// Runs long-lived programs as one: a stop reaches each of them exactly once, and all end when one does.
import { spawn } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'

/**
 * Resolves to the exit code. Each program gets a process group of its own: at Ctrl-C the terminal signals everyone in
 * the group and npm passes the signal on once more, and a program that was told twice may think it is being hurried.
 */
export const supervise = async (programs) => {
  const children = programs.map(({ program, args, cwd = root, env = {} }) =>
    spawn(program, ['--import', leash, ...args], {
      cwd,
      env: { ...process.env, ...env, GATEHOUSE_COMMAND_PID: String(process.pid) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: process.platform !== 'win32',
    }),
  )
  const living = () => children.filter((child) => child.exitCode === null && child.signalCode === null)
  let askedAt = 0
  const stop = (signal) => {
    if (askedAt > 0 && Date.now() - askedAt < repeatMs) return
    if (askedAt === 0) setTimeout(() => living().forEach((child) => child.kill('SIGKILL')), patienceMs).unref()
    askedAt = Date.now()
    for (const child of living()) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
  process.on('SIGHUP', () => stop('SIGTERM'))
  if (process.env.npm_lifecycle_event) onceOrphaned(() => stop('SIGTERM'))
  // The terminal may be gone before we are.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => {
          const ended = (code) => {
            if (askedAt === 0) stop('SIGTERM')
            resolve(code)
          }
          child.once('error', (error) => {
            process.stderr.write(`${error.message}\n`)
            ended(1)
          })
          child.once('exit', (code, signal) => {
            if (signal && askedAt === 0) process.stderr.write(`The server was ended from outside (${signal}).\n`)
            ended(code ?? (askedAt > 0 ? 0 : 1))
          })
        }),
    ),
  )
  return Math.max(...codes)
}

const repeatMs = 1000
const patienceMs = 15_000

// npm passes SIGTERM on to its shell only, which dies of it and tells nobody.
const onceOrphaned = (callback) => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback()
  }, 300)
  timer.unref()
}

const leash = pathToFileURL(join(root, 'scripts', 'leash.mjs')).href
