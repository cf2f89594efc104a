import { expect, test } from 'vitest'
import { deletionEffects, marksText, peopleText, usesText, sightChangeText } from './label-words.ts'

const nothing = { sites: [], zones: [], devices: [], people: 0 }

test('deleting a label says who will see what', () => {
  const marked = { sites: [], zones: ['Plant room'], devices: ['door', 'door', 'gas'] as const, people: 3 }
  expect(deletionEffects(marked)).toEqual([
    '2 doors, 1 gas sensor and 1 zone become visible to everyone with the permission, except where another label still hides them.',
    '3 people lose the label.',
    'This cannot be undone.',
  ])
  expect(deletionEffects({ ...nothing, devices: ['door'], people: 1 }).slice(0, 2)).toEqual([
    '1 door becomes visible to everyone with the permission, except where another label still hides it.',
    '1 person loses the label.',
  ])
  expect(deletionEffects(nothing)[0]).toBe('It marks nothing, so nobody will see more or less.')
})

test('devices of a kind that the reader may not see are counted too', () => {
  expect(marksText({ ...nothing, devices: ['camera'] }, 2)).toBe('1 camera and 2 other devices')
  expect(marksText(nothing)).toBeNull()
})

test('where a label is used, in few words', () => {
  expect(usesText({ people: 0, sites: 1, zones: 0, devices: 14 })).toBe('1 site, 14 devices')
  expect(usesText({ people: 5, sites: 0, zones: 0, devices: 0 })).toBe('nothing yet')
  expect([peopleText(0), peopleText(1), peopleText(2)]).toEqual(['nobody', '1 person', '2 people'])
})

test('who would lose sight of what is named, and counted beyond that', () => {
  expect(sightChangeText({ devices: 0, people: 0, names: [] })).toBeNull()
  expect(sightChangeText({ devices: 1, people: 1, names: ['Ada Okafor'] })).toBe(
    '1 device is hidden from 1 person who sees it now: Ada Okafor',
  )
  expect(sightChangeText({ devices: 2, people: 12, names: ['Ada Okafor', 'Sam Lee'] })).toBe(
    '2 devices are hidden from 12 people who see them now: Ada Okafor, Sam Lee and 10 others',
  )
})
