import type { EscalationStep } from '@gatehouse/contract/safety/escalations'
import { expect, test } from 'vitest'
import {
  channelsText,
  defaultText,
  enumerated,
  repeatText,
  rulesText,
  stepText,
  whenText,
  whoText,
} from './escalation-words.ts'
import { inputOf, stepOf, whoFault } from './policy-fields.ts'

const names = {
  roles: new Map([
    ['r1', 'Manager'],
    ['r2', 'Guard'],
  ]),
  people: new Map([['u1', 'Ada Byron']]),
  rotas: new Map([['t1', 'Night duty']]),
}
const nobody: EscalationStep['who'] = { everybody: false, roleIds: [], userIds: [], rotaIds: [] }
const steps = (...waits: number[]): EscalationStep[] =>
  waits.map((afterSeconds) => ({ who: { ...nobody, everybody: true }, channels: null, afterSeconds }))

test('a policy reads step by step', () => {
  const both: EscalationStep[] = [
    ...steps(0),
    { who: { ...nobody, roleIds: ['r1'], rotaIds: ['t1'] }, channels: ['in-app', 'email', 'push'], afterSeconds: 300 },
  ]
  expect([0, 1, 2].map((index) => stepText(both, index, names))).toEqual([
    'At once: everybody who may acknowledge, as each has chosen',
    'After 5 min: role Manager, on call Night duty, by e-mail and push',
    '',
  ])
  expect(repeatText(900)).toBe('Then again after 15 min until somebody acknowledges')
  expect(repeatText(null)).toBe('Ends after the last step')
})

test('a step waits after the one before it', () => {
  const when = (...waits: number[]) => waits.map((_, index) => whenText(steps(...waits), index))
  expect(when(0, 300, 600, 0)).toEqual(['At once', 'After 5 min', 'After another 10 min', 'At the same time'])
  expect(when(30, 60)).toEqual(['After 30 s', 'After another 1 min'])
})

test('who is notified is named, and counted where it has no name', () => {
  expect(whoText({ ...nobody, everybody: true, userIds: ['u1'] }, names)).toBe('everybody who may acknowledge')
  expect(whoText({ ...nobody, roleIds: ['r1', 'r2'] }, names)).toBe('roles Manager and Guard')
  expect(whoText({ ...nobody, userIds: ['u1', 'gone', 'gone too'] }, names)).toBe('Ada Byron and 2 other people')
  expect(whoText({ ...nobody, rotaIds: ['gone'] }, names)).toBe('on call 1 rota')
  expect(whoText(nobody, names)).toBe('nobody')
  expect(enumerated(['a', 'b', 'c'])).toBe('a, b and c')
})

test('the app is there in any case, the other channels are named', () => {
  expect(channelsText(null)).toBe('as each has chosen')
  expect(channelsText(['in-app'])).toBe('in the app only')
  expect(channelsText(['push', 'in-app', 'email', 'webhook'])).toBe('by e-mail, push and webhook')
})

test('what follows a policy is named', () => {
  expect(defaultText({ defaultFor: 'urgent' })).toBe('Critical and high alarms')
  expect(defaultText({ defaultFor: 'others' })).toBe('Medium and low alarms')
  expect(defaultText({ defaultFor: null })).toBeNull()
  const rule = (name: string) => ({ id: name, name })
  expect(rulesText({ rules: [] })).toBe('No rule follows it by name')
  expect(rulesText({ rules: [rule('Gas leak'), rule('Door forced')] })).toBe('2 rules: Gas leak, Door forced')
})

test('what is sent names everybody alone, and the app with the channels', () => {
  const who = { ...nobody, everybody: true, roleIds: ['r1'] }
  expect(stepOf({ who, channels: ['webhook', 'email'], afterSeconds: '2 min' })).toEqual({
    who: { ...nobody, everybody: true },
    channels: ['in-app', 'email', 'webhook'],
    afterSeconds: 120,
  })
  expect(inputOf({ version: 3, name: 'Nights', steps: [], repeatSeconds: '' })).toEqual({
    name: 'Nights',
    steps: [],
    repeatSeconds: null,
  })
  expect([whoFault(nobody), whoFault(who), whoFault({ ...nobody, rotaIds: ['t1'] })]).toEqual([
    'Choose who is notified',
    null,
    null,
  ])
})
