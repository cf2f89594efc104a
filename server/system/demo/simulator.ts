// The simulator as a child process: it plays the demo building over the same wire as real devices.
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'

const program = fileURLToPath(new URL('../../../simulator/main.ts', import.meta.url))
// Of a process, and in real time.
const restartMs = 2000

export const runSimulator = (env: Record<string, string>, log: Logger) => {
  let child: ChildProcess | undefined
  let stopped = false
  const start = () => {
    if (stopped) return
    child = fork(program, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child.on('exit', (code) => {
      if (stopped) return
      log.warn({ code }, 'the simulator ended; starting it again')
      setTimeout(start, restartMs)
    })
  }
  start()
  return {
    async stop() {
      stopped = true
      const running = child
      if (!running || running.exitCode !== null) return
      const ended = new Promise((resolve) => running.once('exit', resolve))
      running.kill('SIGTERM')
      const force = setTimeout(() => running.kill('SIGKILL'), 3000)
      await ended
      clearTimeout(force)
    },
  }
}
