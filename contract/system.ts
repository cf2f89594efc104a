// Whether the product itself is well, and its pages in the browsers.
import { z } from 'zod'
import { command, query } from './operation.ts'
import { moment } from './shapes.ts'

export const health = query('GET /health', {
  summary: '200 when ready, 503 while the store cannot be reached',
  output: z.object({ status: z.literal('ready'), version: z.string(), at: moment }),
  permission: 'public',
})

/** What a page says of its own crash: kept nowhere but in the server's log. */
export const reportCrash = command('POST /system/crashes', {
  summary: 'A page of the product crashed in a browser',
  input: z.object({
    message: z.string().max(500),
    /** Where it was thrown, and below which components. */
    stack: z.string().max(4_000),
    /** Of the page, without its query. */
    path: z.string().max(500),
    /** The script that the page began with. */
    build: z.string().max(200),
  }),
  output: z.object({}),
  permission: 'public',
  audit: false,
  status: 202,
  rateLimit: 10,
  bodyLimit: 16 * 1024,
})
