// Tells the server of a page that crashed.
import { reportCrash } from '@gatehouse/contract/system/system'
import { call } from './data/api.ts'
import type { CrashInfo } from './crash.ts'
import { ownEntrance } from './deployment.ts'

const longestText = 500
const longestStack = 4_000

export const sendCrash = async (error: unknown, { componentStack }: CrashInfo): Promise<void> => {
  const thrown = error instanceof Error ? (error.stack ?? '') : ''
  await call(reportCrash, {
    message: String(error).slice(0, longestText),
    // Half of it for each: below which components counts as much.
    stack: `${thrown.slice(0, longestStack / 2)}\n${(componentStack ?? '').slice(0, longestStack / 2 - 1)}`,
    path: window.location.pathname.slice(0, longestText),
    build: ownEntrance() ?? 'unknown',
  })
}
