// What was written from the public page, for who looks after the installation: read, answered, handled.
import { z } from 'zod'
import { command, query, type DomainFacts } from '../operation.ts'
import { id, moment, next, page, sortedBy, total } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Contact messages' }

export const contactMessage = z.object({
  id,
  name: z.string(),
  email: z.string(),
  company: z.string(),
  /** What it is about, in words. */
  topic: z.string(),
  message: z.string(),
  at: moment,
  handledAt: moment.nullable(),
  /** null where nobody did, or whoever did is no more. */
  handledBy: z.string().nullable(),
})
export type ContactMessage = z.output<typeof contactMessage>

export const list = query('contactMessages.list', 'GET /contact/messages', 'manage_companies', {
  sentence: ['Viewed', 'the contact messages'],
  summary: 'What was written to the people of this installation, newest first',
  input: page.extend({
    ...sortedBy('at', 'name', 'topic', 'handledAt'),
    handled: z.enum(['true', 'false']).optional(),
  }),
  output: z.object({ messages: z.array(contactMessage), next, total }),
})

export const byId = query('contactMessages.byId', 'GET /contact/messages/{messageId}', 'manage_companies', {
  sentence: ['Viewed', 'a contact message of {}', 'a contact message'],
  summary: 'One contact message',
  output: z.object({ message: contactMessage }),
})

export const handle = command(
  'contactMessages.handle',
  'PUT /contact/messages/{messageId}/handled',
  'manage_companies',
  {
    sentence: ['Changed', 'whether a contact message of {} is handled', 'whether a contact message is handled'],
    summary: 'Mark a contact message as handled, or as open again',
    input: z.object({ messageId: id, handled: z.boolean() }),
    output: z.object({ message: contactMessage }),
  },
)
