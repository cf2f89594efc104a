// How Node.js runs the server so that it needs little memory and is up quickly; without any of it all works the same.
import { join } from 'node:path'
import { root } from './bootstrap.mjs'

/** A small nursery: at rest it would otherwise grow to its limit before anything is thrown away. */
export const lean = ['--max-semi-space-size=8']

/**
 * Compiled modules are kept from one start to the next, so that the second need not load the TypeScript parser.
 * glibc keeps freed memory for each thread; two such places are enough. What the operator has set is left alone.
 */
export const leanEnv = () => ({
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.gatehouse', 'compiled'),
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
})
