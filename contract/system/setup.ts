// The first steps of a company: what stands between an empty building and one that can be supervised.
import { z } from 'zod'
import { command, query, type DomainFacts } from '../operation.ts'
import { moment } from '../shapes.ts'

export const domain: DomainFacts = {
  title: 'Set-up',
  shows: ['sites', 'devices', 'doorSetup', 'doors', 'staff', 'users', 'access', 'mail'],
}

/** In the order in which they are best done. */
export const step = z.enum(['place', 'device', 'people', 'access', 'test', 'colleague', 'mail'])
export type Step = z.output<typeof step>

const state = z.enum(['done', 'open', 'skipped'])

export const setUp = z.object({
  steps: z.array(z.object({ step, state })),
  /** It was put away; it is still found on its own page. */
  hidden: z.boolean(),
  /** A demonstration company came with everything. */
  demo: z.boolean(),
  /** Mails leave by a mail server; otherwise they stay in the data folder. */
  mailServer: z.boolean(),
  /** What became of the newest test mail. */
  testMail: z
    .object({ to: z.string(), status: z.enum(['queued', 'sent', 'failed']), error: z.string().nullable(), at: moment })
    .nullable(),
})
export type SetUp = z.output<typeof setUp>

export const read = query('setup.read', 'GET /setup', 'admin_access', {
  sentence: ['Viewed', 'the set-up checklist'],
  summary: 'Which of the first steps are done, derived from what the company has',
  output: setUp,
})

export const change = command('setup.change', 'PUT /setup', 'admin_access', {
  sentence: ['Changed', 'the set-up checklist'],
  summary: 'Skip steps, or put the checklist away; what is absent stays as it is',
  input: z.object({ skipped: z.array(step).max(20).optional(), hidden: z.boolean().optional() }),
  output: setUp,
})

export const testMail = command('setup.testMail', 'POST /setup/test-mail', 'admin_access', {
  sentence: ['Sent', 'a test mail to {}', 'a test mail'],
  summary: 'Send a test mail to one’s own address',
  output: setUp,
  rateLimit: 5,
})
