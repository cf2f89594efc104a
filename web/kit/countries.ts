// The countries of the world by name, in the reader's language.
import { countryCodes } from '@gatehouse/contract/identity/account-rules'
import { once } from './data/once.ts'

export interface Country {
  readonly code: string
  readonly name: string
  /** What typing can find it by: its name here and in English, and its code. */
  readonly found: string
}

/** All of them, by name. */
export const countries = once((): readonly Country[] => {
  const own = new Intl.DisplayNames([...navigator.languages, 'en'], { type: 'region' })
  const english = new Intl.DisplayNames('en', { type: 'region' })
  const named = countryCodes.map((code) => {
    const name = own.of(code) ?? code
    return { code, name, found: plain(`${name} ${english.of(code) ?? ''} ${code}`) }
  })
  return named.sort((a, b) => a.name.localeCompare(b.name))
})

export const countryName = (code: string): string => countries().find((country) => country.code === code)?.name ?? code

/** Those that a text finds: the start of a name first, then anywhere in it. */
export const findCountries = (typed: string): readonly Country[] => {
  const sought = plain(typed.trim())
  if (sought === '') return countries()
  const rank = ({ code, name, found }: Country) =>
    code.toLowerCase() === sought ? 0 : plain(name).startsWith(sought) ? 1 : found.includes(sought) ? 2 : 3
  return countries()
    .filter((country) => rank(country) < 3)
    .toSorted((a, b) => rank(a) - rank(b))
}

// `turkiye` finds Türkiye.
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
