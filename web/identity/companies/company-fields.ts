// The facts of a company as a form has them, where nothing is an empty text.
import type { Rule } from '@gatehouse/contract/identity/account-rules'
import type { Company, create } from '@gatehouse/contract/identity/companies'
import type { Input } from '@gatehouse/contract/operation'

// A type and not an interface: forms ask for records.
export type CompanyFields = {
  name: string
  timeZone: string
  country: string
  address: string
  phone: string
  website: string
  /** Of a new company's first administrator; nothing in a company that is there. */
  adminFirstName: string
  adminLastName: string
  adminEmail: string
}

/** `company`: null where a new one begins, in this time zone. */
export const fieldsOf = (company: Company | null, timeZone: string): CompanyFields => ({
  name: company?.name ?? '',
  timeZone: company?.timeZone ?? timeZone,
  country: company?.country ?? '',
  address: company?.address ?? '',
  phone: company?.phone ?? '',
  website: company?.website ?? '',
  adminFirstName: '',
  adminLastName: '',
  adminEmail: '',
})

/** All of them, as a form has them. */
type Facts = Omit<Input<typeof create>, 'adminEmail' | 'adminFirstName' | 'adminLastName'>

export const factsIn = ({ name, timeZone, country, address, phone, website }: CompanyFields): Facts => ({
  name: name.trim(),
  timeZone,
  country: country || null,
  address: address.trim() || null,
  phone: phone.trim() || null,
  website: withScheme(website.trim()),
})

export const websiteRule: Rule = (value) => {
  const website = withScheme(value.trim())
  if (website === null) return null
  const { protocol = '', hostname = '' } = URL.parse(website) ?? {}
  return /^https?:$/.test(protocol) && hostname.includes('.') ? null : 'Enter a web address'
}

/** `gatehouse.example` is meant as `https://gatehouse.example`. */
const withScheme = (website: string): string | null => {
  if (website === '') return null
  return /^[a-z]+:/i.test(website) ? website : `https://${website}`
}

/** The address of a company's page. */
export const companyPath = (name: string): string => `/company/${encodeURIComponent(name)}`
