// The rule of a new password where the account's company may ask for length instead of composition.
import { passwordRule, type Rule, strictPasswordRule } from '@gatehouse/contract/account-rules'

/** The server says which of the two it is. */
export const eitherPasswordRule: Rule = (value) => (strictPasswordRule(value) === null ? null : passwordRule(value))
