// Several who write on the blog at once, and what each of them may do: nothing that anybody typed is lost.
import * as blog from '@gatehouse/contract/site/blog'
import type { Page } from '@playwright/test'
import { intercept } from '../kit/intercept.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith, pictureOfAnother } from '../kit/watch.ts'
import { doing, own, somePicture } from '../kit/writing.ts'

test('what is typed meanwhile stays, and nobody saves or publishes over what a colleague saved', async ({
  page,
  company,
  watch,
}) => {
  watch.expect(failedWith(404))
  watch.expect(failedWith(409))
  watch.expect(failedWith(503))
  page.on('dialog', (dialog) => void dialog.accept())
  await company.mayPublish()
  const signed = await company.enter(page, await company.aPerson({ role: 'admin' }))
  const colleague = await doing(page.request, signed)
  const title = `Typed meanwhile ${Date.now()}`
  const text = page.getByLabel('Text, in markdown')
  const conflict = page.getByRole('alert', { name: 'Saved by somebody else' })

  // While a new one is saved for the first time; loaded anew, the rest is typed on in the same article.
  await page.goto('/blog/create')
  await page.getByLabel('Title').fill(title)
  await text.fill('One.')
  await whileHeld(page, '**/api/blog/mine', 'Control+s', () => page.keyboard.type(' Two.'))
  await expect(page.getByText('The draft is saved.')).toBeVisible()
  await expect(text).toHaveValue('One. Two.')
  await page.reload()
  await expect(page).toHaveURL(/\/blog\/edit\//)
  await expect(text).toHaveValue('One. Two.')
  const id = page.url().split('/').at(-1) ?? ''
  await text.focus()
  await page.keyboard.press('End')
  await whileHeld(page, `**/api/blog/mine/${id}`, 'Control+s', () => page.keyboard.type(' Three.'))
  await expect(page.getByText('Saved as revision 2.')).toBeVisible()
  await expect(text).toHaveValue('One. Two. Three.')
  expect((await signed.ask(blog.open, { id })).article.markdown).toBe('One. Two.')

  // A picture that arrives takes neither the focus nor a word.
  await whileHeld(
    page,
    '**/api/blog/pictures',
    () => page.locator('#panel-write input[type=file]').first().setInputFiles(somePicture),
    () => page.getByLabel('Title').press('End'),
  )
  await expect(text).toHaveValue(/^One\. Two\. Three\.\n\n!\[What is to be seen\]/)
  await expect(page.getByLabel('Title')).toBeFocused()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  const cover = page.locator('#panel-write input[type=file]').last()
  const seen = page.getByLabel('What is to be seen on it')
  await cover.setInputFiles(somePicture)
  await seen.fill('A report')
  await whileHeld(
    page,
    '**/api/blog/pictures',
    () => cover.setInputFiles(somePicture),
    () => seen.fill('A report of the night'),
  )
  await expect(page.getByText('Sending the picture…')).toHaveCount(0)
  await expect(seen).toHaveValue('A report of the night')

  // What was typed before the page was loaded anew goes on from what its writer had seen.
  await colleague.do(blog.save, { ...own(title), id, revision: 2, markdown: 'Theirs.' })
  await page.reload()
  await expect(text).toHaveValue(/^One\. Two\. Three\./)
  // Theirs cannot be had at first, and that is said.
  await intercept(page, `**/api/blog/mine/${id}`, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 503, json: { code: 'BUSY', message: 'The server is busy.' } })
      : route.fallback(),
  )
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert').filter({ hasText: 'The server is busy.' })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.keyboard.press('Control+s')
  await expect(conflict).toBeVisible()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take theirs' }).click()
  await expect(text).toHaveValue('Theirs.')

  // Nothing is published that was not seen.
  await colleague.do(blog.save, { ...own(title), id, revision: 3, markdown: 'Unseen.' })
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(conflict).toBeVisible()
  expect((await signed.ask(blog.open, { id })).article.status).toBe('draft')
  await page.getByRole('button', { name: 'Save mine as the newest' }).click()
  await expect(page.getByText('Saved as revision 5.')).toBeVisible()

  // Deleted by a colleague, the text is still here for who was writing it.
  await text.fill('Not lost.')
  await colleague.do(blog.remove, { id })
  // What was asked for after saving may still be on its way.
  const gone = page.waitForResponse(
    (response) => response.url().endsWith(`/api/blog/mine/${id}`) && response.status() === 404,
  )
  const another = await page.context().newPage()
  await another.goto('/favicon.svg')
  await another.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('userInfo') ?? '')
    localStorage.setItem(
      'userInfo',
      JSON.stringify({ ...stored, permissions: [...stored.permissions, 'of another kind'] }),
    )
  })
  await gone
  await page.keyboard.press('Control+s')
  await expect(page.getByText('This article was not found.')).toBeVisible()
  await expect(text).toHaveValue('Not lost.')
})

test('who may only edit finds the way to the editor', async ({ page, company, watch }) => {
  watch.expect(pictureOfAnother)
  await company.mayPublish()
  const writer = await doing(page.request, await company.enter(page, await company.aPerson({ role: 'admin' })))
  const { article } = await writer.do(blog.create, own(`To be corrected ${Date.now()}`))
  await writer.do(blog.setStatus, { id: article.id, revision: 1, status: 'published' })
  try {
    await company.enter(page, await company.aPerson({ role: 'auditor', can: ['edit_blog'] }))
    await page.goto('/blog')
    await expect(page.getByRole('heading', { name: 'Your company’s articles' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'New article' })).toHaveCount(0)
    await page.getByRole('link', { name: article.title }).first().click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(page.getByText('This article is public: changing it needs')).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue(article.title)
  } finally {
    // It would ask for what is not there any more.
    await page.close()
    await writer.do(blog.remove, { id: article.id })
  }
})

/** What the key or the deed asks of the server is answered only once something else has been done meanwhile. */
const whileHeld = async (
  page: Page,
  address: string,
  ask: string | (() => Promise<unknown>),
  meanwhile: () => Promise<unknown>,
) => {
  const done = Promise.withResolvers<void>()
  await intercept(page, address, async (route) => {
    if (route.request().method() !== 'GET') await done.promise
    await route.continue()
  })
  const under = page.waitForRequest((request) => request.url().endsWith(address.slice(2)) && request.method() !== 'GET')
  await (typeof ask === 'string' ? page.keyboard.press(ask) : ask())
  await under
  await meanwhile()
  done.resolve()
}
