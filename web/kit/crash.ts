// What is done about a crash of the page: it is said in the console and, if that can be had, to the server's log.
import { singleton } from './application.ts'

export interface CrashInfo {
  readonly componentStack?: string | undefined
}

const mostReports = 5

type Crashed = (error: unknown, info?: CrashInfo) => void

export const createCrashed = (send: (error: unknown, info: CrashInfo) => Promise<void>): Crashed => {
  const known = new WeakSet<object>()
  let reports = 0
  return (error, info = {}) => {
    if (isObject(error)) {
      if (known.has(error)) return
      known.add(error)
    }
    console.error(error, info.componentStack ?? '')
    // Drawing the same fault again and again is not to be reported again and again.
    reports += 1
    if (reports <= mostReports) void send(error, info)
  }
}

// Few pages crash: what sends the report is fetched when one has.
const report = async (error: unknown, info: CrashInfo): Promise<void> => {
  try {
    const { sendCrash } = await import('./crash-report.ts')
    await sendCrash(error, info)
  } catch {
    // The console has it.
  }
}

const ofApplication = singleton(() => createCrashed(report))

/** For React's roots, which catch every error that was thrown while drawing. */
export const crashed: Crashed = (error, info) => ofApplication()(error, info)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
