// What an attack tried and what came of it, for the closing table of `npm run attack`.
import { appendFileSync } from 'node:fs'

/** What is attacked; `scripts/attack.mjs` says which tests do. */
export type Target = 'operations' | 'connections' | 'floods' | 'tamperings' | 'disk'

const file = process.env['GATEHOUSE_ATTACK_COUNTS']

/**
 * Writes a line of the table: how many attempts there were, and of how many the product did not hold. A test says this
 * before it judges, so that the table has what failed as well. Without `npm run attack` nothing is written.
 */
export const attacked = (target: Target, what: string, tried: number, succeeded: number): void => {
  if (file) appendFileSync(file, `${JSON.stringify({ target, what, tried, succeeded })}\n`)
}
