// A view of a list that one person saves and shares, opened by a colleague.
import { violationsOn } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import { expect, test } from '../kit/test.ts'

test('a view of the staff is saved and shared, and a colleague opens it', async ({ page, company, anotherPage }) => {
  const manager = await company.aPerson({ name: 'Ada Okafor', can: ['read_staff'] })
  await company.aPerson({ name: 'Grace Hopper' })
  await company.enter(page, manager)
  await follow(page, '/staff?search=grace')
  await page.getByRole('link', { name: 'Views' }).click()
  const views = page.getByRole('dialog', { name: 'Saved views' })
  await views.getByLabel('Name').fill('All Graces')
  await views.getByLabel('Share with everybody who may open this page').check()
  await views.getByRole('button', { name: 'Save view' }).click()
  await expect(views.getByText('Yours, shared')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  const colleague = await company.aPerson({ name: 'Kwame Mensah', can: ['read_staff'] })
  const elsewhere = await anotherPage()
  await company.enter(elsewhere, colleague)
  await follow(elsewhere, '/staff')
  await elsewhere.getByRole('link', { name: 'Views' }).click()
  await elsewhere.getByRole('dialog', { name: 'Saved views' }).getByRole('link', { name: 'All Graces' }).click()
  await expect(elsewhere).toHaveURL(/\/staff\?search=grace$/)
  await expect(elsewhere.getByText('Grace Hopper').first()).toBeVisible()
  await expect(elsewhere.getByText('Ada Okafor')).toHaveCount(0)
})
