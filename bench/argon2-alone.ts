// As many argon2id checks as a core gives, with the settings and the concurrency of the server: the limit of signing in.
import { hash, verify } from '@node-rs/argon2'
import { z } from 'zod'
import { serveJob } from './load.ts'

const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

serveJob(z.object({ seconds: z.number(), atOnce: z.int() }), async ({ seconds, atOnce }) => {
  const hashed = await hash('Correct horse 7!', cost)
  return async () => {
    const started = performance.now()
    let checks = 0
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (performance.now() - started < seconds * 1000) {
          if (!(await verify(hashed, 'Correct horse 7!'))) throw new Error('argon2 does not know its own hash')
          checks++
        }
      }),
    )
    return { checks, seconds: (performance.now() - started) / 1000 }
  }
})
