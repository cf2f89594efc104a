import { operations } from '@gatehouse/contract/contract'
import * as actuators from '@gatehouse/contract/safety/actuators'
import * as alarms from '@gatehouse/contract/safety/alarms'
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import { describe, expect, test } from 'vitest'
import { actionsByDomain, actionText, domainText, hasWords, isKnownVerb, sentenceOf, textOf } from './action-words.ts'

// Not there any more, but in the records that were kept since.
const retired = new Set([
  'profile.setPreferences',
  'entryExit.saveView',
  'entryExit.changeView',
  'entryExit.removeView',
  'doors.acknowledge',
  'doors.maintenance',
])
/** Done by the server of its own accord, and by nobody's call. */
const unasked = new Set([
  'entryExit.sealed',
  'system.restored',
  'devices.serviceResumed',
  'doors.lockdown',
  'doors.release-lockdown',
  ...Object.entries({ alarms, actuators, occupancy }).flatMap(([domain, { domain: facts }]) =>
    Object.keys(facts.sentences ?? {}).map((name) => `${domain}.${name}`),
  ),
])
/** What became of a command to a door, which nobody calls. */
const becameOf = /^doors\.[a-z-]+\.(sent|confirmed|refused|no-answer|failed)$/

const audited = [...operations].filter(([, { audit }]) => audit).map(([name]) => name)
/** A file is on record when it begins, and once more when it has gone out. */
const ends = [...operations].filter(([, op]) => op.audit && op.download).map(([name]) => `${name}.ended`)

describe('the words of the activity log', () => {
  test('are there for every operation that is written to it', () => {
    expect(audited.length).toBeGreaterThan(70)
    expect([...audited, ...ends].filter((name) => !hasWords(name))).toEqual([])
  })

  test('are of operations that there are', () => {
    const known = new Set([...operations.keys(), ...ends])
    const there = [...actionsByDomain().values()].flat()
    expect(
      there.filter((name) => !known.has(name) && !retired.has(name) && !unasked.has(name) && !becameOf.test(name)),
    ).toEqual([])
  })

  test('name every domain', () => {
    expect([...actionsByDomain().keys()].filter((domain) => domainText(domain) === domain)).toEqual([])
  })

  test('can be said of what was done and of what was only tried', () => {
    for (const name of [...actionsByDomain().values()].flat()) {
      expect(isKnownVerb(actionText(name)), name).toBe(true)
      for (const subject of [null, 'Night guard']) {
        const done = textOf(sentenceOf({ action: name, subject, outcome: 'done' }))
        expect(done, name).toMatch(/^[A-Z][^{}]*[^ {}]$/)
        expect(done, name).not.toMatch(/ {2}/)
        expect(textOf(sentenceOf({ action: name, subject, outcome: 'refused' })), name).toMatch(/^Tried to [a-z]/)
      }
    }
  })

  test('set the name of what it was done to apart', () => {
    expect(sentenceOf({ action: 'roles.update', subject: 'Night guard', outcome: 'done' })).toEqual({
      before: 'Changed the role ',
      subject: 'Night guard',
      after: '',
    })
    expect(
      textOf(sentenceOf({ action: 'staff.addCredential', subject: 'ada@meridian.example', outcome: 'done' })),
    ).toBe('Gave ada@meridian.example a card')
    expect(actionText('roles.update')).toBe('Changed a role')
  })

  test('say of what was not done that it was tried', () => {
    const refused = sentenceOf({ action: 'roles.remove', subject: 'Night guard', outcome: 'refused' })
    expect(textOf(refused)).toBe('Tried to delete the role Night guard')
    expect(textOf(sentenceOf({ action: 'auth.signIn', subject: null, outcome: 'refused' }))).toBe(
      'Tried to sign in with the password',
    )
  })

  test('say a name once, where somebody did it to themselves', () => {
    const signedIn = { action: 'auth.signIn', actor: 'ada@meridian.example', subject: 'ada@meridian.example' }
    expect(textOf(sentenceOf({ ...signedIn, outcome: 'done' }))).toBe('Signed in with the password')
    expect(textOf(sentenceOf({ ...signedIn, actor: 'anonymous', outcome: 'refused' }))).toBe(
      'Tried to sign in as ada@meridian.example with the password',
    )
  })

  test('speak to oneself', () => {
    expect(textOf(sentenceOf({ action: 'accounts.changePassword', subject: null, outcome: 'done' }, true))).toBe(
      'Changed your password',
    )
  })

  test('say the name of what nobody has found words for yet', () => {
    expect(textOf(sentenceOf({ action: 'moat.drain', subject: null, outcome: 'refused' }))).toBe(
      'Tried to call moat.drain',
    )
  })
})
