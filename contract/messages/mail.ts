// Mail that the product sends: what became of each letter, and the demo's own mailbox.
import { z } from 'zod'
import { command, query, type DomainFacts } from '../operation.ts'
import { id, moment, next, page } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Mail' }

export const delivery = z.object({
  id,
  to: z.string(),
  letter: z.string(),
  subject: z.string(),
  status: z.enum(['queued', 'sent', 'failed']),
  tries: z.int(),
  /** What the mail server answered when it took the letter. */
  receipt: z.string().nullable(),
  error: z.string().nullable(),
  createdAt: moment,
  sentAt: moment.nullable(),
})
export type Delivery = z.output<typeof delivery>

export const deliveries = query('mail.deliveries', 'GET /mails', 'manage_settings', {
  sentence: ['Viewed', 'what became of the letters'],
  summary: 'What became of the letters to people of the company, newest first',
  input: page,
  output: z.object({ mails: z.array(delivery), next }),
})

export const retry = command('mail.retry', 'POST /mails/{mailId}/retry', 'manage_settings', {
  sentence: ['Sent', 'a letter to {} once more', 'a letter once more'],
  summary: 'Try a letter again that was given up',
  output: z.object({ mail: delivery }),
})

export const letter = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: moment,
})
export type Letter = z.output<typeof letter>

export const mailbox = query('mail.mailbox', 'GET /demo/mailbox', 'public', {
  summary:
    'The demo’s mailbox, newest first: letters that no mail server was there for. Only in demo mode, only on this machine',
  output: z.object({ mails: z.array(letter) }),
})
