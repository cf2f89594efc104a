// How Node.js runs the server so that it needs little memory and is up quickly; without any of it all works the same.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'

// Data, so that the bench runs the server in the same way.
const { flags, environment, compiled } = JSON.parse(readFileSync(new URL('lean.json', import.meta.url), 'utf8'))

/**
 * A nursery in which messages under way end, and few full collections: docs/decisions/0089-readings-are-not-held-up.md. And no row
 * of the store made where only a full collection looks: docs/decisions/0009-short-reads-share-a-connection.md.
 */
export const lean = flags

/**
 * Compiled modules are kept from one start to the next, so that the second need not load the TypeScript parser.
 * glibc keeps freed memory for each thread; two such places are enough. What the operator has set is left alone.
 */
export const leanEnv = () => {
  const wanted = { ...environment, NODE_COMPILE_CACHE: join(root, compiled) }
  return Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, process.env[name] ?? value]))
}
