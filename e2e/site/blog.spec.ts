// The blog in the browser: an article's life from its first word to its end, and texts that try to run.
import * as blog from '@gatehouse/contract/site/blog'
import { inMarkdown, payloads } from '@gatehouse/contract/xss-payloads.testing'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBoth } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith } from '../kit/watch.ts'
import { doing, own, somePicture } from '../kit/writing.ts'

test('an article is written, shown, published, read without a script, revised, brought back and deleted', async ({
  page,
  anotherPage,
  company,
  watch,
}) => {
  watch.expect(failedWith(404))
  watch.expect(failedWith(409))
  const title = `Why doors drift ${Date.now()}`
  await company.mayPublish()
  const signed = await company.enter(page, await company.aPerson({ role: 'admin', name: 'Amara Okafor' }))
  await page.goto('/blog/create')

  // Written, with the keys that writers know.
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Title must be at least 3 characters')).toBeVisible()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Summary').fill('Springs tire, hinges sag.')
  const text = page.getByLabel('Text, in markdown')
  await text.fill('Closers ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('tire')
  await page.keyboard.press('End')
  await page.keyboard.type(' with the years.\n\n- oil\n')
  await page.keyboard.type('springs')
  await expect(text).toHaveValue('Closers **tire** with the years.\n\n- oil\n- springs')
  const preview = page.locator('#panel-preview')
  await expect(preview.locator('strong')).toHaveText('tire')
  await expect(preview.getByText('min read')).toContainText('1 min read')
  await page.getByLabel('Tags').fill('Doors')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'doors' })).toBeVisible()

  // A picture of the wrong kind is refused in words; a right one is in the text, and seen before anybody else may.
  const inText = page.locator('#panel-write input[type=file]').first()
  await inText.setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Invalid file type. Please use JPEG, PNG, or GIF images.')).toBeVisible()
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(area.value.length, area.value.length))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a picture' }).click()
  await (await chooser).setFiles(somePicture)
  await expect(text).toHaveValue(/!\[What is to be seen\]\(picture:[0-9a-f-]{36}\)\n$/)
  // Its words are marked, to be typed over.
  const marked = () =>
    text.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd))
  await expect.poll(marked).toBe('What is to be seen')
  await page.keyboard.type('The report')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('toolbar').locator('button[tabindex="0"]')).toHaveCount(1)
  await expect(preview.getByAltText('The report')).toHaveJSProperty('complete', true)
  await expect(preview.getByAltText('The report')).toHaveAttribute('src', /^blob:/)
  await page.locator('#panel-write input[type=file]').last().setInputFiles(somePicture)
  await page.getByLabel('What is to be seen on it').fill('A report')

  // What is typed survives a reload.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('What you had typed here is back.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(preview.getByAltText('A report')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/blog\/edit\//)
  const id = page.url().split('/').at(-1) ?? ''
  const { article } = await signed.ask(blog.open, { id })
  expect((await page.request.get(`/blog/${article.slug}`)).status()).toBe(404)

  // It waits for its time, for another one, and is a draft again.
  await page.getByRole('button', { name: 'Schedule' }).click()
  const asked = page.getByRole('dialog', { name: 'Publish later' })
  await asked.getByLabel('From when on').fill('')
  await asked.getByRole('button', { name: 'Schedule' }).click()
  await expect(asked.getByText('Choose a moment that is still to come.')).toBeVisible()
  await asked.getByLabel('From when on').fill('2099-07-01T09:30')
  await asked.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('The article is scheduled.')).toBeVisible()
  const publication = page.getByRole('region', { name: 'Publication' })
  await expect(publication).toContainText('Scheduled')
  await expect(publication).toContainText('1 Jul 2099, 09:30:00')
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await expect(asked.getByLabel('From when on')).toHaveValue('2099-07-01T09:30')
  await asked.getByLabel('From when on').fill('2099-08-01T09:30')
  await asked.getByRole('button', { name: 'Schedule' }).click()
  await expect(publication).toContainText('1 Aug 2099, 09:30:00')
  expect((await page.request.get(`/blog/${article.slug}`)).status()).toBe(404)
  await page.getByRole('button', { name: 'Take back to draft' }).click()
  await expect(publication).toContainText('Only your company’s writers see it.')

  // Published, and read by somebody without a script.
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('The article is published.')).toBeVisible()
  const visitor = await anotherPage({ javaScriptEnabled: false })
  const picture = visitor.waitForResponse((response) => response.url().includes('/large'))
  await visitor.goto('/blog')
  await visitor.getByRole('link', { name: title }).click()
  await expect(visitor).toHaveURL(`/blog/${article.slug}`)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(visitor.locator('strong')).toHaveText('tire')
  expect((await picture).status()).toBe(200)
  await expect(visitor).toHaveTitle(`${title} · Gatehouse`)
  const meta = (property: string) => visitor.locator(`meta[property="${property}"]`).getAttribute('content')
  expect(await meta('og:type')).toBe('article')
  expect(await meta('og:image')).toContain(`/api/blog/pictures/${article.cover?.id}/card`)
  const jsonLd = await visitor.locator('script[type="application/ld+json"]').allTextContents()
  expect(jsonLd.map((one) => JSON.parse(one))).toMatchObject([
    { '@type': 'BlogPosting', headline: title, url: visitor.url(), author: { name: 'Amara Okafor' } },
    { '@type': 'BreadcrumbList' },
  ])
  for (const feed of ['/blog/rss.xml', '/sitemap.xml'])
    expect(await (await page.request.get(feed)).text()).toContain(`/blog/${article.slug}`)

  // Somebody else saves it meanwhile: neither text is lost.
  const another = await doing(page.request, signed)
  await another.do(blog.save, { ...own(title), id, revision: 1, markdown: 'Theirs.' })
  await text.fill('Mine.')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert', { name: 'Saved by somebody else' })).toBeVisible()
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.locator('del').filter({ hasText: 'Theirs.' })).toBeVisible()
  await expect(page.locator('ins').filter({ hasText: 'Mine.' })).toBeVisible()
  await page.getByRole('button', { name: 'Save mine as the newest' }).click()
  await expect(page.getByText('Saved as revision 3.')).toBeVisible()

  // An older revision is compared and brought back.
  await page.getByRole('link', { name: 'Revisions (3)' }).click()
  await page.getByRole('link', { name: 'Revision 1', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Revision 1' })
  await expect(sheet.locator('ins').filter({ hasText: 'Mine.' })).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Restore revision 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Revision 1 is back, as revision 4.')).toBeVisible()
  await expect(text).toHaveValue(/^Closers \*\*tire\*\*/)
  await visitor.reload()
  await expect(visitor.locator('strong')).toHaveText('tire')

  // In the application the same article passes the cleaner.
  await page.getByRole('link', { name: 'Read it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.locator('article strong')).toHaveText('tire')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/blog$/)
  expect((await visitor.reload())?.status()).toBe(404)
})

test('who may read and write sees what is theirs, in both themes', async ({ page, anotherPage, company, watch }) => {
  await page.goto('/blog')
  await expect(page.getByRole('heading', { name: 'Why people counters drift, and how to say so' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New article' })).toHaveCount(0)
  await page.getByRole('link', { name: /^Why oxygen has two/ }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await expectAccessibleInBoth(page)
  const writing = await anotherPage()
  await company.enter(writing, await company.aPerson({ role: 'admin' }))
  await writing.goto('/blog/create')
  await expect(writing.getByText('What you write appears here')).toBeVisible()
  await expectAccessibleInBoth(writing)
  // On the narrowest screen nothing stands out, and what is written and what is seen are two tabs.
  await writing.setViewportSize({ width: 320, height: 700 })
  const isAsWideAsTheScreen = async (path: string) => {
    await expect(writing.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => writing.evaluate(() => document.documentElement.scrollWidth), { message: path }).toBe(320)
  }
  await isAsWideAsTheScreen('/blog/create')
  await writing.getByRole('tab', { name: 'Preview' }).click()
  await expect(writing.getByRole('tabpanel', { name: 'Preview' })).toBeVisible()
  await expect(writing.getByLabel('Title')).toBeHidden()
  await expectAccessible(writing)
  await follow(writing, '/blog')
  await expect(writing.getByRole('heading', { name: 'Your company’s articles' })).toBeVisible()
  await expectAccessible(writing)
  await isAsWideAsTheScreen('/blog')
  await follow(writing, '/blog/how-many-alarms-can-one-person-answer')
  await expect(writing.getByRole('heading', { name: 'Your company’s articles' })).toHaveCount(0)
  await isAsWideAsTheScreen('/blog/how-many-alarms-can-one-person-answer')
  watch.expect(failedWith(404))
  await follow(writing, `/blog/edit/${crypto.randomUUID()}`)
  await expect(writing.getByText('This article is not there')).toBeVisible()
  await follow(writing, '/blog')
  await writing.getByRole('link', { name: 'New article' }).click()
  await expect(writing).toHaveURL(/\/blog\/create$/)
})

// Of the 3,000 that server/site/blog/markdown.test.ts reads, those that are known, and of the grown ones some: for what a browser makes of them.
test('600 texts that try to run run nothing, in articles, on cards and in the preview', async ({
  page,
  company,
  watch,
}) => {
  const all = payloads(600).map((payload) => payload.replaceAll('\u0000', ''))
  await page.addInitScript(trap)
  await company.mayPublish()
  const signed = await company.enter(page, await company.aPerson({ role: 'admin' }))
  const writer = await doing(page.request, signed)
  const picture = await writer.upload(somePicture)
  const each = 300
  const articles: blog.Article[] = []
  for (let from = 0; from < all.length; from += each) {
    const some = all.slice(from, from + each)
    const short = (most: number, count: number) => some.filter(({ length }) => length <= most).slice(0, count)
    const written = await writer.do(blog.create, {
      title: `${some[0]?.slice(0, 100)} ${from}`,
      summary: short(90, 3).join(' '),
      markdown: some.map((payload, index) => inMarkdown(payload, from / each + index, picture)).join('\n\n'),
      tags: short(30, 8),
      cover: { id: picture, alt: short(90, 2).join(' ') },
      author: short(80, 9).at(-1) ?? 'Nobody',
    })
    articles.push(
      (await writer.do(blog.setStatus, { id: written.article.id, revision: 1, status: 'published' })).article,
    )
  }
  try {
    const stranger = await page
      .context()
      .browser()
      ?.newContext({ baseURL: new URL(page.url()).origin })
    if (!stranger) throw new Error('There is no browser')
    watch.follow(stranger)
    await stranger.addInitScript(trap)
    const reading = await stranger.newPage()
    for (const path of ['/blog', ...articles.map(({ slug }) => `/blog/${slug}`)]) {
      await reading.goto(path)
      await expectHarmless(reading, path)
    }
    await stranger.close()
    for (const path of ['/blog/rss.xml', '/sitemap.xml'])
      expect(await (await page.request.get(path)).text()).not.toMatch(/<script|<img|<svg/i)

    await page.goto('/blog/create')
    const text = page.getByLabel('Text, in markdown')
    for (const [index, { markdown, title }] of packed(articles).entries()) {
      await page.getByLabel('Title').fill(title)
      // Whatever stands before it is shown by then.
      const end = `That was part ${index}`
      await text.evaluate(put, `${markdown}\n\n${end}`)
      await expect(page.locator('#panel-preview')).toContainText(end)
      await expect(page.locator('#panel-preview')).toContainText('ran')
      await expectHarmless(page, 'preview')
    }
  } finally {
    for (const { id } of articles) await writer.do(blog.remove, { id })
  }
})

/** The texts of the articles in as few as may be. */
const packed = (articles: readonly blog.Article[]): { title: string; markdown: string }[] => {
  const packs: { title: string; markdown: string }[] = []
  for (const { title, markdown } of articles) {
    const last = packs.at(-1)
    if (last && last.markdown.length + markdown.length < blog.longest.markdown - 100) last.markdown += `\n\n${markdown}`
    else packs.push({ title, markdown })
  }
  return packs
}

/** At once: typed or filled in, 40,000 characters keep the browser's own editing busy for seconds. */
const put = (area: HTMLElement | SVGElement, text: string) => {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text)
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Put into every page before anything of its own: what a text would run, and what the browser says it kept from running. */
const trap = () => {
  const ran: string[] = []
  Object.assign(window, {
    trapped: ran,
    ran: () => ran.push('ran'),
    alert: () => ran.push('alert'),
  })
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample, blockedURI }) =>
    ran.push(`${violatedDirective} ${blockedURI} ${sample}`),
  )
}

const expectHarmless = async (page: Page, where: string) => {
  const found = await page.evaluate(() => {
    const trapped: string[] = Reflect.get(window, 'trapped')
    const faults = [...trapped]
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) faults.push(`<${element.localName} ${name}="${value}">`)
      }
      if (element instanceof HTMLAnchorElement && !/^(https?|mailto|):$/.test(element.protocol || ':'))
        faults.push(`a link to ${element.href}`)
      if (/^(iframe|object|embed|base|math|template|applet|frame|marquee)$/.test(element.localName))
        faults.push(`<${element.localName}>`)
      if (element instanceof HTMLImageElement && new URL(element.src || '/', location.href).origin !== location.origin)
        faults.push(`a picture from ${element.src}`)
    }
    return faults
  })
  expect(found, where).toEqual([])
}
