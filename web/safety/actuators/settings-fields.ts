// What is typed into the settings of an actuator.
import type { Actuator, Purpose } from '@gatehouse/contract/safety/actuators'

export interface SettingsFields {
  readonly purpose: Purpose
  readonly longestOnSeconds: string
  readonly answerSeconds: string
}

export const settingsFieldsOf = ({ purpose, longestOnSeconds, answerSeconds }: Actuator): SettingsFields => ({
  purpose,
  longestOnSeconds: longestOnSeconds === null ? '' : String(longestOnSeconds),
  answerSeconds: String(answerSeconds),
})

export const settingsOf = ({ purpose, longestOnSeconds, answerSeconds }: SettingsFields) => ({
  purpose,
  longestOnSeconds: longestOnSeconds.trim() === '' ? null : Number(longestOnSeconds),
  answerSeconds: Number(answerSeconds),
})
