// Each page has one name, wherever it is offered, and no two pages share one.
import { expect, test } from 'vitest'
import type { Page } from './page.ts'
import { pages } from './pages.ts'

/** As the specification has them, letter by letter, for pages that are called otherwise everywhere else. */
const lettersOfTheSpecification = ['Admin Dashboard', 'User Management', 'Management']

const nameOf = (page: Page): string | undefined =>
  page.destinations.find(({ to, begins }) => to === undefined && !begins)?.title ?? page.menus[0]?.label

const standing = pages.filter(({ path, isPublic, permissions }) => permissions && !isPublic && !path.includes(':'))

test('whatever page stands by itself has a name, and every menu calls it by that', () => {
  const wrong = standing.flatMap((page) => {
    const name = nameOf(page)
    if (name === undefined) return [`${page.path} has no name`]
    return page.menus
      .filter(({ label }) => label !== name && !lettersOfTheSpecification.includes(label))
      .map(({ label }) => `${page.path} is ${name}, and ${label} in a menu`)
  })
  expect(wrong).toEqual([])
  expect(standing.length).toBeGreaterThan(25)
})

test('no name is of two pages or parts of one, but where one stands in for the other', () => {
  const named = pages.flatMap((page) =>
    page.destinations.filter(({ begins }) => !begins).map(({ title, unless }) => ({ title, unless })),
  )
  const doubled = [...Map.groupBy(named, ({ title }) => title.toLowerCase())]
    .filter(([, same]) => same.filter(({ unless }) => unless === undefined).length > 1)
    .map(([title]) => title)
  expect(doubled).toEqual([])
})

// Of those that product decisions except, each asks for a permission of its own: /settings/*, /security/*.
const adminRoutes = new Set(
  '/analytics/* /events/* /dashboard /logs/* /users/* /advanced-analytics/* /alert-system/* /advanced-monitoring/* /api-monitor/* /external-monitoring/*'.split(
    ' ',
  ),
)

test('an admin route of the specification asks for admin_access, and nothing else opens it', () => {
  const found = pages.filter(({ path }) => adminRoutes.has(path))
  expect(found.filter(({ permissions, alsoFor }) => alsoFor || permissions?.join(' ') !== 'admin_access')).toEqual([])
  expect(found.map(({ path }) => path)).toContain('/alert-system/*')
})
