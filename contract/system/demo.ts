// Demo mode as the pages before signing in show it: who can be tried out, and where mails are read.
import { z } from 'zod'
import { query, type DomainFacts } from '../operation.ts'

export const domain: DomainFacts = { title: 'Demo mode' }

export const demoAccount = z.object({
  email: z.string(),
  name: z.string(),
  role: z.string(),
  company: z.string(),
})
export type DemoAccount = z.output<typeof demoAccount>

export const entrance = query('demo.entrance', 'GET /demo/entrance', 'public', {
  summary: 'The accounts of demo mode; null outside it, and for any other machine',
  output: z.object({
    demo: z
      .object({
        /** Empty where it was chosen by an operator: then no account is offered. */
        password: z.string(),
        /** No mail server is set: mails are read at `/demo/mailbox`. */
        mailbox: z.boolean(),
        accounts: z.array(demoAccount),
      })
      .nullable(),
  }),
})
