// Names as they are kept, whatever operation they come by: on one line, without what nobody sees or what turns the letters
// around. Text that people read in several lines is left alone.
import { cleanName } from '@gatehouse/contract/identity/account-rules'

const names = new Set([
  'name',
  'firstName',
  'lastName',
  'displayName',
  'adminFirstName',
  'adminLastName',
  'companyName',
  'visitor',
  'company',
  'job',
  'department',
  'label',
])

/** The same input with each field that is a name cleaned, wherever it stands; anything else is as it was. */
export const withCleanNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withCleanNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      typeof inner === 'string' && names.has(field) ? cleanName(inner) : withCleanNames(inner),
    ]),
  )
}
