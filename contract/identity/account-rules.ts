// The rules of what people type about themselves, in one place for the browser (before sending) and the server (always).
// Plain functions and no schemas: the pages that use them in the browser must stay small.

import { isEmail } from './email.ts'

/** What is wrong with a value, in the words to show; null when nothing is. */
export type Rule = (value: string) => string | null

/** Of the sign-up form; the sign-in form has one message for both (`messages.invalidEmail`). */
export const emailRule: Rule = (value) =>
  value.trim() === '' ? 'Email is required' : isEmail(value.trim()) ? null : 'Invalid email format'

/**
 * A name as it is kept: on one line, without what nobody sees or what turns the letters around. The joiners of emoji and
 * of Persian or Indian letters stay where they join something.
 */
export const cleanName = (typed: string): string =>
  typed
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/(?![\p{Join_Control}\p{Variation_Selector}])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/(?<![\p{L}\p{M}\p{Emoji}])[\p{Join_Control}\p{Variation_Selector}]/gu, '')
    .replaceAll(/\p{Join_Control}(?![\p{L}\p{Emoji}])/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** What people would count: an emoji is one, however many signs it is made of, and a joiner none. */
const charactersIn = (name: string): number =>
  name.replaceAll(emoji, 'x').match(/[^\p{Join_Control}\p{Variation_Selector}]/gu)?.length ?? 0

const emoji =
  /\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\p{Variation_Selector}|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*/gu

const nameRule =
  (what: string, longest = 255): Rule =>
  (value) => {
    const name = cleanName(value)
    if (charactersIn(name) < 2) return `${what} must be at least 2 characters`
    return name.length > longest ? `${what} is too long` : null
  }

export const firstNameRule = nameRule('First name')
export const lastNameRule = nameRule('Last name')

/** The digits of a phone number, without the signs that people write between them. */
export const phoneDigits = (value: string): string => value.replaceAll(/[\s().+/-]/g, '')

/** 7 to 15 digits, as in E.164; signs between them are welcome. */
export const phoneRule: Rule = (value) => {
  if (value.trim() === '') return 'Phone number is required'
  return /^\d{7,15}$/.test(phoneDigits(value)) ? null : 'Invalid phone number format'
}

export const countryRule: Rule = (value) => {
  if (value === '') return 'Country is required'
  return countryCodes.includes(value) ? null : 'Choose a country from the list'
}

/** Whether this may be what a mailed link carries: what is cut off or empty need not be asked about. */
export const isLinkToken = (given: string): boolean => /^[\w-]{20,200}$/.test(given)

/** The five criteria of a strong password, 20 points each. */
export const passwordCriteria: readonly {
  readonly description: string
  readonly met: (password: string) => boolean
}[] = [
  { description: 'at least 8 characters', met: (password) => password.length >= 8 },
  { description: 'an uppercase letter', met: (password) => /[A-Z]/.test(password) },
  { description: 'a lowercase letter', met: (password) => /[a-z]/.test(password) },
  { description: 'a digit', met: (password) => /\d/.test(password) },
  { description: 'a special character from @$!%*?&#', met: (password) => /[@$!%*?&#]/.test(password) },
]

export const enoughPoints = 80
export const longestPassword = 256
/** Of the strict policy, where length replaces composition (OWASP ASVS 5.0, 6.2). */
export const strictPasswordLength = 15

export interface PasswordStrength {
  /** 0 to 100 in steps of 20. */
  readonly points: number
  readonly label: 'Very Strong' | 'Strong' | 'Moderate' | 'Weak' | 'Very Weak'
  readonly unmet: readonly string[]
}

export const passwordStrength = (password: string): PasswordStrength => {
  const unmet = passwordCriteria.filter(({ met }) => !met(password)).map(({ description: text }) => text)
  const points = (passwordCriteria.length - unmet.length) * 20
  const label =
    points === 100
      ? 'Very Strong'
      : points === 80
        ? 'Strong'
        : points === 60
          ? 'Moderate'
          : points === 40
            ? 'Weak'
            : 'Very Weak'
  return { points, label, unmet }
}

/** Four of the five criteria are enough; the message lists those that are unmet. */
export const passwordRule: Rule = (value) => {
  if (value === '') return 'Password is required'
  if (value.length > longestPassword) return `Password must be at most ${longestPassword} characters`
  const { points, unmet } = passwordStrength(value)
  return points >= enoughPoints ? null : `Password must contain ${unmet.join(', ')}`
}

/** Of a company with the strict policy: length alone. */
export const strictPasswordRule: Rule = (value) => {
  if (value === '') return 'Password is required'
  if (value.length > longestPassword) return `Password must be at most ${longestPassword} characters`
  return value.length >= strictPasswordLength ? null : `Password must be at least ${strictPasswordLength} characters`
}

/** Where the account's company may ask for length instead of composition: the server says which it is. */
export const eitherPasswordRule: Rule = (value) => (strictPasswordRule(value) === null ? null : passwordRule(value))

export const confirmationRule = (confirmation: string, password: string): string | null => {
  if (confirmation === '') return 'Please confirm your password'
  return confirmation === password ? null : 'Passwords do not match'
}

export const companyNameRule: Rule = (value) => {
  // These would be taken for pages: /company/details, /company/register and what is above.
  const isPage = /^(details|register|\.\.?)$/i.test(cleanName(value))
  return isPage ? 'Please choose another company name' : nameRule('Company name', 120)(value)
}

/**
 * A code of a second factor as it is meant, however it was pasted: `１２３４５６`, `123-456`, `Code: 123456`. What looks
 * like a recovery code keeps its letters.
 */
export const plainCode = (typed: string): string => {
  const plain = typed.normalize('NFKC').replaceAll(/[\s\p{Cf}\p{Pd}]/gu, '')
  const digits = plain.replaceAll(/\D/g, '')
  return digits.length === 6 && !/^[a-z0-9]{8}$/i.test(plain) ? digits : plain
}

export const sixDigitsRule: Rule = (value) => (/^\d{6}$/.test(plainCode(value)) ? null : 'Enter the 6 digits')

export const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/gif']
export const pictureBytes = 5_242_880
export const pictureMessages = {
  type: 'Invalid file type. Please use JPEG, PNG, or GIF images.',
  size: 'File size too large. Maximum size is 5MB.',
  // Our own: a small file can unpack to an enormous picture.
  pixels: 'This picture has too many pixels. Please use one of at most 50 megapixels.',
} as const

/** What is wrong with a picture file, in the words of the specification; null when nothing is. */
export const pictureFault = ({ type, size }: { readonly type: string; readonly size: number }): string | null => {
  if (!pictureTypes.includes(type)) return pictureMessages.type
  return size > pictureBytes ? pictureMessages.size : null
}

/** ISO 3166-1 alpha-2, complete; names come from `Intl.DisplayNames` in the reader's language. */
export const countryCodes: readonly string[] =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
  CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
  GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
  KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
  MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
  SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
  UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/)
