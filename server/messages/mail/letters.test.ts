// Every letter says what happened and why one got it, in HTML and in text, and nothing that a stranger slipped in.
import { describe, expect, test } from 'vitest'
import { compose, type Content } from './letters.ts'

const link = '/forgot?token=Zk3vXq9LmN2pR7sT1uW4yA6bC8dE0fG5hJ-iK_oPqRs'
const name = 'Grace'
const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const letters: Content[] = [
  { letter: 'verify-email', values: { name, link } },
  { letter: 'account-exists', values: { name, link } },
  { letter: 'on-staff-list', values: { name, company: 'Meridian' } },
  { letter: 'reset-password', values: { name, link } },
  { letter: 'two-factor-code', values: { name, code: '481902' } },
  { letter: 'new-sign-in', values: { name, address: '203.0.113.7', agent, at: new Date('2026-11-21T09:00:00Z') } },
  { letter: 'account-locked', values: { name, link } },
  { letter: 'password-changed', values: { name } },
  { letter: 'second-factor-changed', values: { name, what: 'an app now confirms your sign-in' } },
  { letter: 'access-changed', values: { name, what: 'you are a supervisor now' } },
  { letter: 'test-mail', values: { name, company: 'Meridian' } },
  { letter: 'invitation', values: { name, company: 'Meridian', inviter: 'Ada Okafor', link } },
  { letter: 'join-request', values: { name, person: 'Grace Lindqvist', company: 'Meridian', link } },
  { letter: 'join-decision', values: { name, company: 'Meridian', approved: true } },
  { letter: 'join-decision', values: { name, company: 'Meridian', approved: false } },
  {
    letter: 'visitor-pass',
    values: {
      name,
      company: 'Meridian',
      person: 'Grace Lindqvist',
      from: new Date('2026-11-21T09:00:00Z'),
      to: new Date('2026-11-21T17:00:00Z'),
      timeZone: 'Europe/London',
      once: true,
      code: 'pass:kX2v9QmTz4bWc7Rj1LhYd8Nf5GsPa3Eu',
      link,
    },
  },
  { letter: 'invitation-accepted', values: { name, person: 'Grace Lindqvist' } },
  {
    letter: 'contact-message',
    values: {
      name,
      person: 'Kwame Mensah',
      email: 'kwame@example.org',
      company: 'Meridian',
      topic: 'Something else',
      message: `Good morning,\n\n${'we have a building and would like to see it as it is. '.repeat(4)}\nKwame`,
    },
  },
  {
    letter: 'contact-messages',
    values: {
      name,
      messages: [
        {
          person: 'Kwame Mensah',
          email: 'kwame@example.org',
          company: 'Meridian',
          topic: 'Something else',
          message: 'Good morning, we have a building.',
        },
        { person: 'Eve', email: 'eve@example.org', company: '', topic: 'Connecting devices', message: 'Cheap pills.' },
      ],
    },
  },
]
const base = 'https://gate.example'

describe.each(letters)('$letter', (content) => {
  const { subject, text, html } = compose(content, base)
  // What is read, whichever of the two is shown.
  const words = html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', `'`)

  test('says the same in both forms, and why one got it', () => {
    const flat = (written: string) => written.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    for (const line of text.split('\n\n').filter((part) => !part.includes('://')))
      expect(flat(words)).toContain(flat(line).trim())
    expect(text).toMatch(/You get this letter because|Somebody entered this address/)
    expect(text).toContain(`Hello ${name},`)
  })

  test('keeps lines short, links whole, and loads nothing', () => {
    for (const line of text.split('\n')) expect(line.length <= 72 || line.startsWith('https://')).toBe(true)
    if ('link' in content.values) {
      expect(text).toContain(`\n${base}${link}\n`)
      expect(html.split(`href="${base}${link}"`)).toHaveLength(3)
    }
    expect(html).not.toMatch(/<(img|script|link|iframe)|url\(|src=/)
    expect(subject).not.toMatch(/\d{6}/)
  })
})

test('a browser is told by its name', () => {
  const at = new Date('2026-11-21T09:00:00Z')
  const delivered = (given: string) =>
    /Browser: (.*)/.exec(
      compose({ letter: 'new-sign-in', values: { name, address: '', agent: given, at } }, base).text,
    )?.[1]
  expect(delivered(agent)).toBe('Chrome 142 on Linux')
  expect(
    delivered(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Mobile/15E148 Safari/604',
    ),
  ).toBe('Safari 18 on iPhone')
  expect(delivered('Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/144.0')).toBe('Firefox 144 on Windows')
  expect(delivered('click https://evil.example')).toBe('another program')
})

test('of many messages in one letter each is shortened, and its names are names', () => {
  const written = {
    person: 'Eve\r\nBcc: x <img src=x onerror=alert(1)> https://evil.example',
    email: 'eve@example.org',
    company: 'www.evil.example',
    topic: 'Something else',
  }
  const messages = [
    { ...written, message: 'x'.repeat(300) },
    { ...written, message: 'y'.repeat(4000) },
  ]
  const { subject, text, html } = compose({ letter: 'contact-messages', values: { name: 'Ada', messages } }, base)
  expect(subject).toBe('2 more messages from the contact page')
  expect(text).toContain(`${'x'.repeat(300)}\n`)
  expect(text).toContain(`${'y'.repeat(300)}…\n`)
  expect(html).not.toMatch(/<img/)
  for (const form of [text, html]) expect(form).not.toMatch(/evil\.example|:\/\/evil/)
})

test('names are shown as text, in one line, and become no links', () => {
  const inviter = 'Eve\r\nBcc: x <img src=x onerror=alert(1)> https://evil.example www.evil.example'
  const { subject, text, html } = compose(
    { letter: 'invitation', values: { name: '"><script>', company: `O'Neil & Sons`, inviter, link } },
    base,
  )
  expect(subject).not.toMatch(/[\r\n]/)
  expect(html).not.toMatch(/<script|<img/)
  expect(html).toContain('O&#39;Neil &amp; Sons')
  expect(text).toContain(`O'Neil & Sons`)
  for (const written of [subject, text, html]) expect(written).not.toMatch(/evil\.example|:\/\/evil/)
})
