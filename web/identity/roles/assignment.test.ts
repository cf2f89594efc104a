import { expect, test } from 'vitest'
import { changesFor, isOutOfHands, sumUp } from './assignment.ts'

const guard = { _id: 'g', name: 'guard' }
const staff = { _id: 's', name: 'staff' }
const roles = [guard, staff]
const aPerson = (id: string, ...held: typeof roles) => ({
  id,
  displayName: `Person ${id}`,
  email: `${id}@gatehouse.example`,
  profilePicture: null,
  roles: held,
})
const people = [aPerson('1'), aPerson('2', staff), aPerson('3'), aPerson('4', guard)]

test('a change is summed up by how many people it changes something for', () => {
  expect(sumUp({ people, add: ['g'], remove: ['s'] }, roles)).toBe('Give guard to 3 people, take staff from 1')
  expect(sumUp({ people: [aPerson('1')], add: ['g'], remove: [] }, roles)).toBe('Give guard to 1 person')
  expect(sumUp({ people, add: ['g', 's'], remove: [] }, roles)).toBe('Give guard to 3 people, give staff to 3')
  expect(sumUp({ people, add: [], remove: ['g'] }, roles)).toBe('Take guard from 1 person')
})

test('giving what everybody has, or taking what nobody has, is no change', () => {
  const guards = [aPerson('4', guard)]
  expect(sumUp({ people: guards, add: ['g'], remove: ['s'] }, roles)).toBeNull()
  expect(changesFor({ people: guards, add: ['g'], remove: ['s'] }, roles)).toEqual([])
})

test('the review names what each person gets and loses', () => {
  const changes = changesFor({ people, add: ['g'], remove: ['s'] }, roles)
  expect(changes.map(({ person, gets, loses }) => [person.id, gets, loses])).toEqual([
    ['1', ['guard'], []],
    ['2', ['guard'], ['staff']],
    ['3', ['guard'], []],
  ])
})

test('who may do more than oneself is out of one’s hands', () => {
  const described = [
    { ...guard, permissions: ['read_doors', 'operate_doors'], description: '', system: true, people: 1 },
    { ...staff, permissions: ['read_profile'], description: '', system: true, people: 1 },
  ]
  const held = new Set(['read_profile', 'read_doors'])
  expect(people.map((person) => isOutOfHands(person, described, held))).toEqual([false, false, false, true])
})
