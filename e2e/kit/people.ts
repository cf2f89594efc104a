// People that a test makes for itself: their accounts, their mail, and how they type themselves in.
import type { confirmEmail, signUp } from '@gatehouse/contract/identity/accounts'
import { messages } from '@gatehouse/contract/identity/auth'
import type { Letter } from '@gatehouse/contract/messages/mail'
import type { Input, Operation } from '@gatehouse/contract/operation'
import { type APIRequestContext, expect, type Page } from '@playwright/test'

export interface Newcomer {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly password: string
}

/** Of a name and address that nobody has yet. */
export const newcomer = (firstName: string, lastName = 'Lindqvist'): Newcomer => ({
  firstName,
  lastName,
  email: `${firstName.toLowerCase()}.${unique()}@newcomers.example`,
  phone: '+44 20 7946 0000',
  password: 'Mauve-lantern-4',
})

export const unique = () => `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`

/** The fields that everybody has who registers. */
export const fillPerson = async (page: Page, { firstName, lastName, email, phone, password }: Newcomer) => {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  const address = page.getByLabel('Email', { exact: true })
  if (await address.isEditable()) await address.fill(email)
  await page.getByLabel('Phone').fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
  await page.getByRole('combobox', { name: 'Country' }).fill('Swede')
  await expect(page.getByRole('option')).toHaveText(['Sweden'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Sweden')
}

/** Types both in and presses Enter, on the page that is open. */
export const fillSignIn = async (page: Page, { email, password }: Pick<Newcomer, 'email' | 'password'>) => {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** The whole way in from the sign-in page that is open, by the code that is mailed. */
export const signInWithCode = async (page: Page, person: Pick<Newcomer, 'email' | 'password'>) => {
  await confirmByMail(page, person.email, () => fillSignIn(page, person))
  await expect(page.getByText(messages.signedIn)).toBeVisible()
}

/** Types the code that the first step of signing in brings by mail. */
const confirmByMail = async (page: Page, email: string, firstStep: () => Promise<unknown>) => {
  const letter = await nextLetter(page.request, email, codeSubject, async () => {
    await firstStep()
    await expect(page.getByText(messages.enterCode)).toBeVisible()
  })
  await page.getByLabel('6-digit code').fill(codeIn(letter))
  await page.keyboard.press('Enter')
}

export const verifySubject = 'Please verify your email address'
export const codeSubject = 'Your sign-in code'

/** The letter that something brings: one that was not in the mailbox before. */
export const nextLetter = async (
  request: APIRequestContext,
  to: string,
  subject: string,
  bring: () => Promise<unknown>,
): Promise<Letter> => {
  const before = (await lettersTo(request, to, subject)).length
  await bring()
  let letters: Letter[] = []
  const arrived = async () => (letters = await lettersTo(request, to, subject)).length
  await expect.poll(arrived, { message: `“${subject}” for ${to}` }).toBe(before + 1)
  const [newest] = letters
  if (!newest) throw new Error(`There is no letter “${subject}” for ${to}`)
  return newest
}

const lettersTo = async (request: APIRequestContext, to: string, subject: string): Promise<Letter[]> => {
  const { mails }: { mails: Letter[] } = await (await request.get('/api/demo/mailbox')).json()
  return mails.filter((mail) => mail.to === to && mail.subject === subject)
}

/** The way in that a letter carries, as a path of the product. */
export const linkIn = ({ text }: Letter): string => {
  const { pathname, search } = new URL(/https?:\S+/.exec(text)?.[0] ?? '')
  return pathname + search
}

export const codeIn = ({ text }: Letter): string => /^ *(\d{6})$/m.exec(text)?.[1] ?? ''

/** An account whose address is verified, made without its pages: for tests that begin later. */
export const withAccount = (request: APIRequestContext, person: Newcomer) =>
  register<typeof signUp>(request, '/auth/signup', { ...whole(person) }, person.email)

const whole = (person: Newcomer) => ({ ...person, confirmPassword: person.password, country: 'SE' })

const register = async <Op extends Operation>(
  request: APIRequestContext,
  path: string,
  input: Input<Op>,
  email: string,
) => {
  const letter = await nextLetter(request, email, verifySubject, () => post(request, path, input))
  const token = new URLSearchParams(linkIn(letter).split('?')[1]).get('token') ?? ''
  await post(request, '/auth/verify-email', { token } satisfies Input<typeof confirmEmail>)
}

const post = async (request: APIRequestContext, path: string, data: unknown) => {
  const { csrfToken }: { csrfToken: string } = await (await request.get('/api/auth/csrf-token')).json()
  const response = await request.post(`/api${path}`, { headers: { 'x-csrf-token': csrfToken }, data })
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true)
}
