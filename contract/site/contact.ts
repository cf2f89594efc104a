// Writing to the people behind an installation, from its public page: rules, the proof of work that keeps programs out,
// and what came in.
import { z } from 'zod'
import { cleanName, emailRule, firstNameRule, type Rule } from '../identity/account-rules.ts'
import { command, query, type DomainFacts } from '../operation.ts'

export const domain: DomainFacts = { title: 'Messages from outside' }

/** What a message is about, with the words of the form. */
export const topics = {
  product: 'Trying or using Gatehouse',
  devices: 'Connecting devices',
  security: 'Security and privacy',
  other: 'Something else',
} as const
export type Topic = keyof typeof topics

const isTopic = (value: string): value is Topic => Object.hasOwn(topics, value)

export const messages = {
  sent: 'Thank you. Your message has arrived.',
  /** A proof that is missing, forged, too old, or came faster than anybody types. */
  unproven: 'We could not tell this from a message of a program. Please try again.',
  used: 'This form has been sent already. Please try again.',
  tooMany: 'Too many messages. Please try again in an hour.',
  /** Of the browser: what sends a message could not be fetched. */
  unsent: 'This could not be sent. Please check your connection and try again.',
} as const

export const shortestMessage = 20
export const longestMessage = 4000

/** A proof may be given no sooner after it was asked for than anybody writes, and no later than a page lies open. */
export const soonestSeconds = 3
export const latestSeconds = 3600

export const nameRule: Rule = (value) => {
  if (cleanName(value) === '') return 'Name is required'
  const fault = firstNameRule(value)
  return fault && fault.replace('First name', 'Name')
}

export { emailRule }

export const companyRule: Rule = (value) => (cleanName(value).length > 255 ? 'Company is too long' : null)

const noTopic = 'Choose what it is about'

export const topicRule: Rule = (value) => (isTopic(value) ? null : noTopic)

export const messageRule: Rule = (value) => {
  const { length } = value.trim()
  if (length === 0) return 'Message is required'
  if (length < shortestMessage) return `Message must be at least ${shortestMessage} characters`
  return length > longestMessage ? `Message must be at most ${longestMessage} characters` : null
}

/** What is not there counts as empty, so that every rule speaks. */
const field = (rule: Rule, clean: (typed: string) => string = (typed) => typed.trim()) =>
  z
    .preprocess(
      (value) => value ?? '',
      z
        .string()
        .max(10_000)
        .superRefine((value, context) => {
          const fault = rule(value)
          if (fault) context.addIssue({ code: 'custom', message: fault })
        }),
    )
    .transform(clean)

export const topic = z.enum(Object.keys(topics).filter(isTopic), noTopic)

/** As altcha-lib makes it: signed by the server, so that nothing of it need be kept. */
export const challenge = z.object({
  parameters: z.object({
    algorithm: z.string().max(40),
    cost: z.int(),
    data: z.object({ at: z.int() }),
    expiresAt: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string().max(128),
    keySignature: z.string().max(128),
    nonce: z.string().max(128),
    salt: z.string().max(128),
  }),
  signature: z.string().max(128),
})
export type Challenge = z.output<typeof challenge>

export const solution = z.object({ counter: z.int().min(0), derivedKey: z.string().max(128) })
export type Solution = z.output<typeof solution>

export const ask = query('contact.ask', 'GET /contact/challenge', 'public', {
  summary: 'What the browser of somebody who writes has to compute, once a message',
  output: z.object({ challenge }),
  rateLimit: 30,
})

export const send = command('contact.send', 'POST /contact', 'public', {
  summary: 'Write to the people of this installation; the same proof again is the same message',
  input: z.object({
    name: field(nameRule, cleanName),
    email: field(emailRule),
    company: field(companyRule, cleanName),
    topic,
    message: field(messageRule),
    /** Nobody sees this field; programs that fill in whatever there is do. */
    website: z.string().max(500).default(''),
    proof: z.object({ challenge, solution }),
  }),
  output: z.object({ success: z.literal(true), message: z.string() }),
  // The message itself is what is kept of it.
  audit: false,
  rateLimit: 10,
  bodyLimit: 65_536,
})
