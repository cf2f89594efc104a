// What each choice of a company's policy means: what it asks of people, what it closes, and what stays open.
import type { Policy } from '@gatehouse/contract/identity/companies'

interface Choice<V extends string> {
  readonly value: V
  readonly label: string
  readonly asks: string
  readonly closes: string
}

interface Question<K extends keyof Policy> {
  readonly name: K
  readonly title: string
  readonly choices: readonly Choice<Policy[K]>[]
}

const password: Question<'password'> = {
  name: 'password',
  title: 'Passwords',
  choices: [
    {
      value: 'composition',
      label: 'Four of five criteria',
      asks: '8 characters, an uppercase letter, a lowercase letter, a digit, a special character: four of them, and never a common password.',
      closes: 'Leaves open: short passwords that meet the criteria and are guessed all the same.',
    },
    {
      value: 'length',
      label: '15 characters of any kind',
      asks: 'Length alone: a sentence is welcome, never a common password. Asked at the next change of a password.',
      closes: 'Closes: passwords that are guessed from what people do to meet criteria.',
    },
  ],
}

const secondFactor: Question<'secondFactor'> = {
  name: 'secondFactor',
  title: 'Two-factor authentication',
  choices: [
    {
      value: 'none',
      label: 'Each person chooses',
      asks: 'Whoever wants none has none.',
      closes: 'Leaves open: a stolen password opens the account of whoever chose none.',
    },
    {
      value: 'any',
      label: 'Everybody has one',
      asks: 'A code by email, an authenticator app or a passkey.',
      closes: 'Closes: stolen and reused passwords. Leaves open: a mailbox in other hands.',
    },
    {
      value: 'strong',
      label: 'An authenticator app or a passkey',
      asks: 'A code by email is not enough.',
      closes: 'Closes: a mailbox in other hands too. A passkey also closes false sign-in pages.',
    },
  ],
}

const token: Question<'token'> = {
  name: 'token',
  title: 'How a session is kept',
  choices: [
    {
      value: 'stored',
      label: 'In the browser’s storage',
      asks: 'Nothing of people, and programs may use a session as well.',
      closes: 'Leaves open: a script that got into the page could copy the session and use it elsewhere.',
    },
    {
      value: 'split',
      label: 'Split between storage and a cookie',
      asks: 'Nothing of people. What scripts can read opens nothing without a cookie that they cannot.',
      closes: 'Closes: a copied session that is used elsewhere.',
    },
  ],
}

export const questions = [password, secondFactor, token] as const

/** What differs between two policies: `Passwords: 15 characters of any kind`. */
export const changesOf = (before: Policy, after: Policy): string[] =>
  questions.flatMap(({ name, title, choices }) =>
    before[name] === after[name]
      ? []
      : choices.filter(({ value }) => value === after[name]).map(({ label }) => `${title}: ${label}`),
  )
