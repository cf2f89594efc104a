// Google and GitHub of the tests, as a program beside the product: real redirects, a page with a button per person.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Providers {
  /** What the product is to be started with. */
  readonly env: Readonly<Record<string, string>>
  /** On both; their button is called `Continue as {name}`. */
  readonly people: readonly { readonly login: string; readonly name: string; readonly email: string }[]
  stop(): Promise<void>
}

const program = join(import.meta.dirname, '../..', 'server', 'identity', 'social', 'providers.testing.ts')

/** For the installation at this address, which need not run yet. */
export const startProviders = async (address: string): Promise<Providers> => {
  const child = spawn(process.execPath, [program, address], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(child.stdout)
  const [first] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => {
      throw new Error('the providers of the tests did not start')
    }),
  ])
  const { env, people }: Pick<Providers, 'env' | 'people'> = JSON.parse(String(first))
  return {
    env,
    people,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
