// What browsers say of crashed pages, before it goes into the log: anybody can send it, so it is few and carries nothing
// that is private.
import type { reportCrash } from '@gatehouse/contract/system/system'
import type { Parsed } from '@gatehouse/contract/operation'
import { clock } from '../../kit/clock.ts'
import { scrubbed } from '../../kit/secrets/scrubbed.ts'

type Report = Parsed<typeof reportCrash>

const mostPerMinute = 30
const minuteMs = 60_000

/** Writes scrubbed reports, and no more in a minute than somebody reads. */
export const createCrashLog = (write: (report: Report) => void) => {
  let minuteBegan = Number.NEGATIVE_INFINITY
  let written = 0
  return (report: Report): void => {
    if (clock.ms() - minuteBegan >= minuteMs) {
      minuteBegan = clock.ms()
      written = 0
    }
    written += 1
    if (written > mostPerMinute) return
    write({
      message: scrubbed(report.message),
      stack: scrubbed(report.stack),
      path: scrubbed(report.path),
      build: scrubbed(report.build),
    })
  }
}
