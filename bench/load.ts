// Loaders run as processes of their own, away from the server's core: a job goes in, it says ready, runs, and reports.
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { lastWords, loaderCpu, start } from './kit/processes.ts'

export interface Loader<R> {
  /** Resolves with the report; may be asked for several times in a row when the loader keeps its connections. */
  go(): Promise<R>
  stop(): Promise<void>
}

/** Starts a loader and hands it its job; resolves once its connections stand. */
export const launch = async <R>(
  script: string,
  job: object,
  report: z.ZodType<R>,
  cpu: number | undefined = loaderCpu,
): Promise<Loader<R>> => {
  const running = start(
    process.execPath,
    ['--max-semi-space-size=64', fileURLToPath(new URL(script, import.meta.url))],
    {
      name: script.replace('.ts', ''),
      ...(cpu === undefined ? {} : { cpu }),
    },
  )
  const results = () =>
    new Promise<unknown>((resolve, reject) => {
      const ended = () => reject(new Error(`${script} ended: ${lastWords(running)}`))
      running.child.once('exit', ended)
      running.child.once('message', (message) => {
        running.child.off('exit', ended)
        resolve(message)
      })
    })
  const ready = results()
  running.child.send({ job })
  await ready
  return {
    go: async () => {
      const answer = results()
      running.child.send('go')
      return report.parse(await answer)
    },
    stop: () => running.stop(),
  }
}

/** The loader's own side: prepares from the job, then runs at every `go`. A failure ends the process with its reason. */
export const serveJob = <J>(job: z.ZodType<J>, prepare: (job: J) => Promise<() => Promise<unknown>>): void => {
  const begin = async (message: unknown) => {
    const given = typeof message === 'object' && message !== null && 'job' in message ? message.job : undefined
    const run = await prepare(job.parse(given))
    const answer = async () => process.send?.(await run())
    process.on('message', () => void answer())
    process.send?.('ready')
  }
  process.once('message', (message) => void begin(message))
  process.once('disconnect', () => process.exit(0))
}
