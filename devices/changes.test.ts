// What a person is shown before a device may be heard and commanded another way.
import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

const lock = { component: 'lock', commandTopic: 'door/set', template: null, lock: { unlock: 'UNLOCK' } }
const of = (parts: object) => ({ parts, settings: { relay: 1 } })

test('every field that is another, was added or is gone, by its place', () => {
  const before = of({ a: { entities: [lock] }, b: { entities: [] } })
  const announced = of({ a: { entities: [{ ...lock, commandTopic: 'x/set', template: 't', lock: {} }] } })
  expect(changesOf(before, announced)).toEqual([
    { part: 'a', field: 'entities 0 commandTopic', before: 'door/set', after: 'x/set' },
    { part: 'a', field: 'entities 0 lock unlock', before: 'UNLOCK', after: null },
    { part: 'a', field: 'entities 0 template', before: null, after: 't' },
  ])
})

test('nothing when it says the same in another order, everything of a part never heard of', () => {
  const { component, ...rest } = lock
  expect(changesOf(of({ a: { entities: [lock] } }), of({ a: { entities: [{ ...rest, component }] } }))).toEqual([])
  expect(changesOf({}, of({ a: { entities: [lock] } })).map(({ before, after }) => [before, after])).toEqual([
    [null, 'door/set'],
    [null, 'lock'],
    [null, 'UNLOCK'],
  ])
})
