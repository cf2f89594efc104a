// Passwords: argon2id with the OWASP floor, in as many threads as there are cores to give, so that a flood of sign-ins
// queues here instead of starving everything else.
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

export type Job =
  | { readonly kind: 'hash'; readonly secret: string }
  | { readonly kind: 'verify'; readonly secret: string; readonly hashed: string }
  | { readonly kind: 'stretch'; readonly secret: string; readonly salt: Uint8Array }

export interface Done {
  readonly answer?: string | boolean | Uint8Array
  readonly failed?: string
}

// One for each core, so that each has its cache to itself: two that share one take a quarter longer in all.
const atOnce = Math.min(2, availableParallelism())
const longestQueue = 200

const idle: Worker[] = []
let threads = 0
const queue: ((worker: Worker) => void)[] = []

export const hashPassword = async (password: string): Promise<string> =>
  String(await ask({ kind: 'hash', secret: password }))

export const passwordMatches = async (hashed: string, password: string): Promise<boolean> =>
  (await ask({ kind: 'verify', hashed, secret: password })) === true

/** A secret too short for a fast hash, stretched with the salt of its account: the same each time, to be looked up by. */
export const stretched = async (secret: string, salt: Uint8Array): Promise<Buffer> => {
  const answer = await ask({ kind: 'stretch', secret, salt })
  if (!(answer instanceof Uint8Array)) throw new Error('argon2 answered no bytes')
  return Buffer.from(answer)
}

/** Spends the time of a real check, so that an unknown address answers no faster than a known one. */
export const passwordOfNobody = async (password: string): Promise<false> => {
  nobody ??= hashPassword('nobody has this password')
  await passwordMatches(await nobody, password)
  return false
}
let nobody: Promise<string> | undefined

/** Whether so many checks wait already that another would only wait in vain. */
export const flooded = (): boolean => queue.length >= longestQueue

const ask = async (job: Job): Promise<Done['answer']> => {
  const worker = await freeWorker()
  // Nobody waits for a thread that waits for work; but for one that works.
  worker.ref()
  let next = worker
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(job)
    const [done]: Done[] = await once(worker, 'message').catch((error: unknown) => {
      next = startWorker()
      throw error
    })
    if (done?.failed !== undefined) throw new Error(done.failed)
    return done?.answer
  } finally {
    next.unref()
    const waiting = queue.shift()
    if (waiting) waiting(next)
    else idle.push(next)
  }
}

const freeWorker = (): Worker | Promise<Worker> => {
  const free = idle.pop()
  if (free) return free
  if (threads >= atOnce) return new Promise((resolve) => queue.push(resolve))
  threads++
  return startWorker()
}

const startWorker = () => new Worker(new URL('hash-worker.ts', import.meta.url))
