import { countryCodes } from '@gatehouse/contract/identity/account-rules'
import { expect, test } from 'vitest'
import { countries, countryName, findCountries } from './countries.ts'

const namesFor = (typed: string) => findCountries(typed).map(({ name }) => name)

test('every country is there, by name', () => {
  expect(countries()).toHaveLength(countryCodes.length)
  expect(countryName('DE')).toBe('Germany')
  const names = countries().map(({ name }) => name)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
})

test('the start of a name is found first, then the middle', () => {
  expect(namesFor('ger')).toEqual(['Germany', 'Algeria', 'Niger', 'Nigeria'])
})

test('a code is found before any name, and accents do not matter', () => {
  expect(namesFor('ch')[0]).toBe('Switzerland')
  expect(namesFor('turkiye')).toEqual(['Türkiye'])
  expect(namesFor('cote d')[0]).toMatch(/^Côte d/)
  expect(namesFor('atlantis')).toEqual([])
})
