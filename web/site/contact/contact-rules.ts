// What is wrong with a message before it is sent, by the rules that the server asks again.
import * as contact from '@gatehouse/contract/site/contact'

export interface Typed {
  readonly name: string
  readonly email: string
  readonly company: string
  readonly topic: contact.Topic
  readonly message: string
  readonly website: string
}

export type Faults = Partial<Readonly<Record<keyof Typed, string>>>

const rules = {
  name: contact.nameRule,
  email: contact.emailRule,
  company: contact.companyRule,
  topic: contact.topicRule,
  message: contact.messageRule,
} as const

export const checked = (typed: Typed): Faults =>
  Object.fromEntries(
    Object.entries(rules).flatMap(([name, rule]) => {
      const fault = rule(String(Reflect.get(typed, name)))
      return fault === null ? [] : [[name, fault]]
    }),
  )
