// How often argon2 was asked for anything, in whichever thread it runs.
import { Worker } from 'node:worker_threads'
import { vi } from 'vitest'

const kinds: readonly unknown[] = ['hash', 'verify', 'stretch']

export const countHashes = () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  return {
    get count() {
      return posted.mock.calls.filter(([job]) => kinds.includes(Reflect.get(Object(job), 'kind'))).length
    },
    forget: () => posted.mockClear(),
  }
}
