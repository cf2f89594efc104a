// What is done about a crash of the page: it is said in the console and, if that can be had, to the server's log.

export interface CrashInfo {
  readonly componentStack?: string | undefined
}

const told = new WeakSet<object>()
const mostReports = 5
let reports = 0

/** For React's roots, which hear of every error that was thrown while drawing. */
export const crashed = (error: unknown, info: CrashInfo = {}): void => {
  if (isObject(error)) {
    if (told.has(error)) return
    told.add(error)
  }
  console.error(error, info.componentStack ?? '')
  // Drawing the same fault again and again is not to be told again and again.
  reports += 1
  if (reports <= mostReports) void report(error, info)
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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
