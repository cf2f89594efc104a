// The fields of the profile form: out of the user, and which of them were changed.
import { countryRule, phoneRule, type Rule } from '@gatehouse/contract/identity/account-rules'
import type { User } from '@gatehouse/contract/identity/auth'

export interface ProfileFields {
  firstName: string
  lastName: string
  displayName: string
  phone: string
  country: string
}

export const profileFieldsOf = (user: User): ProfileFields => ({
  firstName: user.firstName,
  lastName: user.lastName,
  // The server fills it in for whoever chose none.
  displayName: user.displayName === `${user.firstName} ${user.lastName}` ? '' : user.displayName,
  phone: user.phone ?? '',
  country: user.country ?? '',
})

/** Only what differs: who has no phone number yet may change the name without one. */
export const changesIn = (fields: ProfileFields, before: ProfileFields): Partial<ProfileFields> => {
  const changes: Partial<ProfileFields> = {}
  if (fields.firstName !== before.firstName) changes.firstName = fields.firstName
  if (fields.lastName !== before.lastName) changes.lastName = fields.lastName
  if (fields.displayName !== before.displayName) changes.displayName = fields.displayName
  if (fields.phone !== before.phone) changes.phone = fields.phone
  if (fields.country !== before.country) changes.country = fields.country
  return changes
}

export const displayNameRule: Rule = (value) => (value.trim().length > 255 ? 'Display name is too long' : null)

/** What was never given need not be; what was, is not taken away. */
export const phoneRuleFor = (before: string): Rule => unlessNone(before, phoneRule)
export const countryRuleFor = (before: string): Rule => unlessNone(before, countryRule)

const unlessNone =
  (before: string, rule: Rule): Rule =>
  (value) =>
    before === '' && value === '' ? null : rule(value)
