// A thread that does nothing but argon2, at a lower priority than everybody who waits for the server: on Linux a
// priority is a thread's own, so a flood of sign-ins takes only what the rest leaves over.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashRawSync, hashSync, verifySync } from '@node-rs/argon2'
import type { Done, Job } from './passwords.ts'

const modest = 5

// 19 MiB, t=2, p=1. Algorithm 2 is argon2id (the library's enum is not erasable).
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const doJob = (job: Job): Done => {
  try {
    if (job.kind === 'verify') return { answer: verifySync(job.hashed, job.secret) }
    if (job.kind === 'hash') return { answer: hashSync(job.secret, options) }
    return { answer: hashRawSync(job.secret, { ...options, salt: job.salt }) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

// Elsewhere a priority is of the whole process, which must keep its own.
if (process.platform === 'linux') setPriority(modest)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.on('message', (job: Job) => parentPort?.postMessage(doJob(job)))
