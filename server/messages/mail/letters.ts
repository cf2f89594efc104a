// Every letter that the product sends, in plain words: what happened, what to do, why one got it.
import { type Block, layOut, type LaidOut } from './layout.ts'

interface Values {
  'verify-email': { name: string; link: string }
  'account-exists': { name: string; link: string }
  'on-staff-list': { name: string; company: string }
  'reset-password': { name: string; link: string }
  'two-factor-code': { name: string; code: string }
  'new-sign-in': { name: string; address: string; agent: string; at: Date }
  'account-locked': { name: string; link: string }
  'password-changed': { name: string }
  'second-factor-changed': { name: string; what: string }
  'access-changed': { name: string; what: string }
  'test-mail': { name: string; company: string }
  invitation: { name: string; company: string; inviter: string; link: string }
  'join-request': { name: string; person: string; company: string; link: string }
  'join-decision': { name: string; company: string; approved: boolean }
  'invitation-accepted': { name: string; person: string }
  'contact-message': {
    name: string
    person: string
    email: string
    company: string
    topic: string
    message: string
  }
  'contact-messages': {
    name: string
    messages: readonly { person: string; email: string; company: string; topic: string; message: string }[]
  }
  'visitor-pass': {
    name: string
    company: string
    /** Whom the visitor comes to see. */
    person: string | null
    from: Date
    to: Date
    timeZone: string
    once: boolean
    /** What its QR code says. */
    code: string
    link: string
  }
  notification: {
    name: string
    heading: string
    body: string
    button: { label: string; path: string } | null
    /** Of an alarm: the link that acknowledges it. */
    acknowledge?: string | null
  }
  notifications: { name: string; total: number; items: readonly { heading: string; body: string; at: string }[] }
}

type LetterName = keyof Values
export type Content = { [Name in LetterName]: { readonly letter: Name; readonly values: Values[Name] } }[LetterName]

interface Draft {
  readonly subject: string
  readonly name: string
  readonly blocks: readonly Block[]
  /** Why this person got it; the last lines. */
  readonly why: string
}

const account = 'You get this letter because you have an account with this address.'
const notYou =
  'If it was not you, choose a new password at once (“Forgot password” on the sign-in page) and tell your administrator.'

const drafts: { readonly [Name in LetterName]: (values: Values[Name]) => Draft } = {
  'verify-email': ({ name, link }) => ({
    subject: 'Please verify your email address',
    name,
    blocks: [
      { text: 'Welcome to Gatehouse. Please confirm that this address is yours.' },
      { button: 'Verify email address', link },
      { text: 'The link holds for 24 hours and works once. After that, ask for a new one on the sign-in page.' },
    ],
    why: 'Somebody entered this address to make an account. If it was not you, do nothing: without this step the account opens nothing.',
  }),
  'account-exists': ({ name, link }) => ({
    subject: 'You already have an account',
    name,
    blocks: [
      { text: 'Somebody, perhaps you, tried to make an account with this address. There is one already.' },
      { text: 'Sign in with it. If you forgot the password, choose a new one:' },
      { button: 'Choose a new password', link },
    ],
    why: `${account} If it was not you who tried, do nothing: nothing has changed.`,
  }),
  'on-staff-list': ({ name, company }) => ({
    subject: 'Ask for an invitation',
    name,
    blocks: [
      {
        text: `Somebody, perhaps you, tried to make an account with this address. It is on the staff list of ${company}.`,
      },
      { text: `Ask whoever looks after the people of ${company} to invite you: the invitation makes the account.` },
    ],
    why: 'You get this letter because this address was entered. If it was not you who tried, do nothing: nothing has changed.',
  }),
  'reset-password': ({ name, link }) => ({
    subject: 'Choose a new password',
    name,
    blocks: [
      { text: 'You asked for a new password. Choose it here:' },
      { button: 'Choose a new password', link },
      {
        text: 'The link holds for 30 minutes and works once; a newer one makes it void. You are signed out everywhere once the password is changed.',
      },
    ],
    why: `${account} If you did not ask for it, do nothing: your password stays as it is.`,
  }),
  'two-factor-code': ({ name, code }) => ({
    subject: 'Your sign-in code',
    name,
    blocks: [
      { text: 'Enter this code where you are signing in:' },
      { code },
      { text: 'It holds for 10 minutes and works once. Nobody of Gatehouse will ever ask you for it.' },
    ],
    why: 'You get this letter because somebody signed in with this address and its password. If it was not you, change your password at once: somebody knows it.',
  }),
  'new-sign-in': ({ name, address, agent, at }) => ({
    subject: 'A new sign-in to your account',
    name,
    blocks: [
      { text: 'Your account was signed in to from a browser that we have not seen before.' },
      {
        facts: [
          ['When', moment(at)],
          ['Address', address],
          ['Browser', browserIn(agent)],
        ],
      },
      { text: `If this was you, there is nothing to do. ${notYou}` },
    ],
    why: account,
  }),
  'account-locked': ({ name, link }) => ({
    subject: 'Your account is locked',
    name,
    blocks: [
      { text: 'There were too many failed sign-ins, so your account is locked for 24 hours.' },
      { text: 'Choosing a new password releases it at once:' },
      { button: 'Choose a new password', link },
      { text: 'Your administrator can release it too. A passkey, if you have one, opens it meanwhile.' },
    ],
    why: `${account} If the failed sign-ins were not yours, somebody is guessing: a password that you use nowhere else keeps them out.`,
  }),
  'password-changed': ({ name }) => ({
    subject: 'Your password was changed',
    name,
    blocks: [
      { text: 'The password of your account was changed just now, and your other sessions were ended.' },
      { text: `If this was you, there is nothing to do. ${notYou}` },
    ],
    why: account,
  }),
  'second-factor-changed': ({ name, what }) => ({
    subject: 'How you confirm your sign-in has changed',
    name,
    blocks: [{ text: sentence(what) }, { text: `If this was you, there is nothing to do. ${notYou}` }],
    why: account,
  }),
  'access-changed': ({ name, what }) => ({
    subject: 'Your access has changed',
    name,
    blocks: [{ text: sentence(what) }, { text: 'If you did not expect this, ask the administrator of your company.' }],
    why: account,
  }),
  'test-mail': ({ name, company }) => ({
    subject: 'Test mail of Gatehouse',
    name,
    blocks: [
      { text: `Mails of ${company} reach you: codes, invitations and notifications will too.` },
      { button: 'Back to the set-up', link: '/setup' },
    ],
    why: 'You get this letter because you asked for a test mail on the set-up page.',
  }),
  invitation: ({ name, company, inviter, link }) => ({
    subject: `${inviter} invites you to ${company} on Gatehouse`,
    name,
    blocks: [
      { text: `${inviter} invites you to join ${company} on Gatehouse.` },
      { button: 'Accept the invitation', link },
      { text: `The link holds for 7 days and is for this address only. After that, ask ${inviter} for a new one.` },
    ],
    why: `You get this letter because ${inviter} entered your address. If you do not know them, do nothing: no account is made without you.`,
  }),
  'join-request': ({ name, person, company, link }) => ({
    subject: `${person} asks to join ${company}`,
    name,
    blocks: [
      { text: `${person} asks to join ${company} on Gatehouse. Approve it only if you know them.` },
      { button: 'Review the request', link },
    ],
    why: `You get this letter because you manage the people of ${company}. You can turn such letters off in your settings.`,
  }),
  'join-decision': ({ name, company, approved }) => ({
    subject: approved ? `You have joined ${company}` : `${company} has declined your request`,
    name,
    blocks: approved
      ? [{ text: `Your request was approved: you belong to ${company} now.` }, { button: 'Sign in', link: '/signin' }]
      : [
          { text: `Your request to join ${company} was declined. Your account stays as it is.` },
          { text: 'If you think this is a mistake, ask the people of the company.' },
        ],
    why: `You get this letter because you asked to join ${company}.`,
  }),
  'invitation-accepted': ({ name, person }) => ({
    subject: `${person} has accepted your invitation`,
    name,
    blocks: [{ text: `${person} has accepted your invitation and can sign in now.` }],
    why: 'You get this letter because you sent the invitation.',
  }),
  'contact-message': ({ name, person, email, company, topic, message }) => ({
    subject: `${person} writes: ${topic}`,
    name,
    blocks: [
      { text: 'Somebody wrote to you from the contact page. Answer this letter, and they get the answer.' },
      ...blocksOf({ person, email, company, topic, message }),
    ],
    why: whyYouAnswer,
  }),
  'contact-messages': ({ name, messages }) => ({
    subject: `${messages.length} more messages from the contact page`,
    name,
    blocks: [
      {
        text: `More came from the contact page within an hour than is sent to you one by one. This is the rest, of each message up to ${longestShown} characters; the page Contact messages has them whole. Among many that programs sent there may be some that people wrote: answer those at the address beside them.`,
      },
      ...messages.map(tidied).map(shortened).flatMap(blocksOf),
    ],
    why: whyYouAnswer,
  }),
  'visitor-pass': ({ name, company, person, from, to, timeZone, once, code, link }) => ({
    subject: `Your visitor pass for ${company}`,
    name,
    blocks: [
      { text: `${person ?? company} expects you. This pass opens the door for you:` },
      { qr: code },
      { button: 'Show the pass', link },
      {
        facts: [
          ['From', momentIn(from, timeZone)],
          ['Until', momentIn(to, timeZone)],
        ],
      },
      {
        text: `Show the code to the reader at the door, from your phone or printed.${once ? ' It lets you in once.' : ''}`,
      },
      { text: 'Whoever has the link has the pass: keep it to yourself.' },
    ],
    why: `You get this letter because you were invited to visit ${company}. If you were not, do nothing and tell nobody the link.`,
  }),
  notification: ({ name, heading, body, button, acknowledge = null }) => ({
    subject: heading,
    name,
    blocks: [
      ...(body === '' ? [] : [{ text: body }]),
      ...(acknowledge === null
        ? []
        : [
            { button: 'Acknowledge', link: acknowledge },
            { text: 'The link is yours alone and can be used once, within a day. It asks before it acknowledges.' },
          ]),
      ...(button === null ? [] : [{ button: oneLine(button.label), link: button.path }]),
    ],
    why: whyYouAreNotified,
  }),
  notifications: ({ name, total, items }) => ({
    subject: total === 1 ? '1 notification for you' : `${total} notifications for you`,
    name,
    blocks: [
      ...items
        .map(tidied)
        .flatMap(({ heading, body, at }): Block[] => [
          { facts: [[at, heading]] },
          ...(body === '' ? [] : [{ text: body }]),
        ]),
      ...(items.length < total ? [{ text: `And ${total - items.length} more.` }] : []),
      { button: 'See your notifications', link: '/notifications' },
    ],
    why: whyYouAreNotified,
  }),
}

const whyYouAreNotified =
  'You get this letter because you are told of this by mail. What comes by mail, and when, you choose in your account settings.'

const whyYouAnswer =
  'You get this letter because you answer for this installation. Nobody has checked who wrote: treat links and requests with care.'

/** Of each message in a letter that brings many. */
const longestShown = 300

type Written = Values['contact-messages']['messages'][number]

const shortened = (written: Written): Written => {
  const { message } = written
  return message.length <= longestShown ? written : { ...written, message: `${message.slice(0, longestShown)}…` }
}

const blocksOf = ({ person, email, company, topic, message }: Written): Block[] => [
  {
    facts: [
      ['Name', person],
      ['Email', email],
      ...(company === '' ? [] : [['Company', company] as const]),
      ['About', topic],
    ],
  },
  { quote: message },
]

/** The letter as it goes out; `base` is the address of our pages. */
export const compose = (content: Content, base: string): LaidOut & { readonly subject: string } => {
  const { subject, name, blocks, why } = draftOf(content)
  const title = oneLine(subject)
  return {
    subject: title,
    ...layOut({ title, greeting: name === '' ? 'Hello,' : `Hello ${name},`, blocks, why }, base),
  }
}

const draftOf = <Name extends LetterName>({ letter, values }: { letter: Name; values: Values[Name] }): Draft =>
  drafts[letter](tidied(values))

const typed = ['name', 'person', 'company', 'inviter', 'what', 'heading']

// Names are typed by people, and not always about themselves: no header begins in one, and none becomes a link.
const tidied = <V extends object>(values: V): V => {
  const tidy = { ...values }
  for (const key of typed) {
    const value: unknown = Reflect.get(tidy, key)
    if (typeof value === 'string') Reflect.set(tidy, key, unlinked(oneLine(value)))
  }
  const body: unknown = Reflect.get(tidy, 'body')
  if (typeof body === 'string') Reflect.set(tidy, 'body', unlinked(oneLine(body, 1000)))
  return tidy
}

const oneLine = (text: string, most = 200) =>
  text
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, most)

const unlinked = (text: string) => text.replaceAll(/:\/\//g, ' ').replaceAll(/(\p{L})\.(?=\p{L})/gu, '$1. ')

const sentence = (what: string) => `${what.charAt(0).toUpperCase()}${what.slice(1)}${/[.!?]$/.test(what) ? '' : '.'}`

const browsers = [
  ['Edge', /Edg[A-Z]*\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari/],
] as const
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['a Mac', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const

// What a browser says of itself is read by programs; a stranger's may say anything.
const browserIn = (agent: string): string => {
  for (const [browser, pattern] of browsers) {
    const version = pattern.exec(agent)?.[1]
    if (version === undefined) continue
    const system = systems.find(([, sign]) => sign.test(agent))?.[0]
    return `${browser} ${version}${system === undefined ? '' : ` on ${system}`}`
  }
  return 'another program'
}

const momentIn = (at: Date, timeZone: string) =>
  at.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone })

const moment = (at: Date) =>
  `${at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} (UTC)`
