// Passwords: argon2id with the OWASP floor, and as many at a time as there are cores, so that a flood of sign-ins
// queues here instead of starving everything else.
import { hash, hashRaw, verify } from '@node-rs/argon2'

// 19 MiB, t=2, p=1. Algorithm 2 is argon2id (the library's enum is not erasable).
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const atOnce = 2
const longestQueue = 200

let running = 0
const queue: (() => void)[] = []

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, options))

export const passwordMatches = (hashed: string, password: string): Promise<boolean> =>
  inTurn(() => verify(hashed, password))

/** A secret too short for a fast hash, stretched with the salt of its account: the same each time, to be looked up by. */
export const stretched = (secret: string, salt: Uint8Array): Promise<Buffer> =>
  inTurn(() => hashRaw(secret, { ...options, salt }))

/** Spends the time of a real check, so that an unknown address answers no faster than a known one. */
export const passwordOfNobody = async (password: string): Promise<false> => {
  nobody ??= hashPassword('nobody has this password')
  await passwordMatches(await nobody, password)
  return false
}
let nobody: Promise<string> | undefined

/** Whether so many checks wait already that another would only wait in vain. */
export const flooded = (): boolean => queue.length >= longestQueue

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= atOnce) await new Promise<void>((resolve) => queue.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    queue.shift()?.()
  }
}
