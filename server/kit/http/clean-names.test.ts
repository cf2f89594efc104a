import * as doorGroups from '@gatehouse/contract/access/door-groups'
import * as staff from '@gatehouse/contract/identity/staff'
import * as access from '@gatehouse/contract/access/access'
import { allPermissions } from '@gatehouse/contract/permissions'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { aCompany } from '../../testing/building.testing.ts'
import { sharedServer } from '../../testing/test-server.testing.ts'
import { withCleanNames } from './clean-names.ts'

test('what nobody sees, and what turns letters around, is no part of a name; other text stays', () => {
  expect(
    withCleanNames({
      name: ' Plant\n\u202Eroom\u200B ',
      floors: [{ name: 'First\tfloor', note: 'a\nb' }],
      description: 'Two\nlines \u202E',
      count: 3,
      none: null,
    }),
  ).toEqual({
    name: 'Plant room',
    floors: [{ name: 'First floor', note: 'a\nb' }],
    description: 'Two\nlines \u202E',
    count: 3,
    none: null,
  })
  // A joiner stays where it joins something.
  expect(withCleanNames({ name: '👩\u200D🚒 می\u200Cخواهم' })).toEqual({ name: '👩\u200D🚒 می\u200Cخواهم' })
  expect(withCleanNames(['name'])).toEqual(['name'])
})

test('by a call and by a file alike', async () => {
  const server = await sharedServer()
  const company = await aCompany(server.store.pool)
  const visitor = await server.signedIn(company, { can: allPermissions })
  const { group } = await visitor.call(doorGroups.create, { name: 'West\u202E gate\r\n', doorIds: [] })
  expect(group.name).toBe('West gate')
  const email = `${uuid()}@gatehouse.example`
  const csv = `email,firstName,lastName,job\n${email},"Gra\u200Bce","Hop\nper","\u2066Chief\u2069"`
  await visitor.call(access.importPeople, { csv })
  const { member } = await visitor.call(staff.details, { email })
  expect(member).toMatchObject({ firstName: 'Grace', lastName: 'Hop per', job: 'Chief' })
})
