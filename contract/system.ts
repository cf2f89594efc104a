// Whether the product itself is well.
import { z } from 'zod'
import { query } from './operation.ts'
import { moment } from './shapes.ts'

export const health = query('GET /health', {
  summary: '200 when ready, 503 while the store cannot be reached',
  output: z.object({ status: z.literal('ready'), version: z.string(), at: moment }),
  permission: 'public',
})
