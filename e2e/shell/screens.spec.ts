// Every screen, light and dark, at each size: no violation that axe can find, nothing wider than the window, nothing
// cut off, on a phone nothing too small for a thumb. One page goes from screen to screen as people do, and each is looked
// at in every size and theme before the next: loading and drawing it again is what costs.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/axe.ts'
import type { Company } from '../kit/company.ts'
import { follow } from '../kit/follow.ts'
import { tooSmall, tooWide } from '../kit/geometry.ts'
import { desktop, phone } from '../playwright.config.ts'
import { type Sizes, sizesOf } from '../kit/sizes.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith, pictureOfAnother, type Watch } from '../kit/watch.ts'

interface Screen {
  readonly name: string
  /** Opens it and waits until it is what it is looked at for. */
  readonly open: (page: Page) => Promise<void>
  /** Opens again what another arrangement of the page has closed. */
  readonly openOnPhone?: (page: Page) => Promise<void>
  /** A list that has opened over the page holds the focus, but is no landmark of it. */
  readonly popup?: boolean
  /** An answer of the server that it is about. */
  readonly failsWith?: number
}

type Walk = readonly (readonly [path: string, title: string, opened?: string])[]

/** Pages that are what they are looked at for once nothing of them is on its way; on a phone, which is the narrowest. */
const visitorsWalk: Walk = [
  ['/signup', 'Sign up'],
  ['/forgot', 'Reset your password'],
  ['/forgot?token=of-a-mail-that-nobody-has-got', 'Choose a new password'],
  ['/verify-email', 'Verify your email'],
  ['/email-verified', 'Email verification'],
  ['/user/register', 'Join a company'],
  ['/company/register', 'Register your company'],
  ['/auth/social', 'Sign in with another account'],
]

const visitors: readonly Screen[] = [
  { name: 'sign-in', open: (page) => arrive(page, '/signin', 'To your company') },
  {
    name: 'sign-in, refused',
    failsWith: 401,
    open: async (page) => {
      await follow(page, '/signin?session=expired')
      await page.getByLabel('Email').fill('somebody@gatehouse.example')
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toContainText('Invalid credentials')
      await page.getByLabel('Email').fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
    },
  },
  {
    name: 'not found',
    open: async (page) => {
      await follow(page, '/nowhere')
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    },
  },
  { name: 'home', open: (page) => load(page, '/', 'One place for everything') },
]

/** Drawn by the server, for everybody: what the application leads to by loading it. */
const documents: Walk = [
  ['/blog', 'Blog'],
  ['/dashboardtabs', 'Look around a building that is running now'],
]

const staffsWalk: Walk = [
  ['/profile', 'Profile'],
  ['/settings/account', 'Account settings'],
]

const staffs: readonly Screen[] = [
  {
    name: 'access denied',
    open: async (page) => {
      await follow(page, '/dashboard')
      await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    },
  },
  { name: 'home, signed in', open: (page) => load(page, '/', 'Open Gatehouse') },
]

const managersWalk = (company: Company, guard: { readonly email: string; readonly name: string }): Walk => [
  ['/settings/security', 'Security settings'],
  ['/settings/webhooks', 'Webhooks'],
  ['/settings/webhooks?edit=new', 'Webhooks', 'Add a webhook'],
  ['/roles', 'Roles'],
  ['/roles?add=blank', 'Roles', 'Add a role'],
  ['/assign-role', 'Assign roles'],
  ['/labels', 'Labels'],
  ['/users', 'Users'],
  ['/user-management?view=invitations', 'Users', 'Invitations'],
  ['/user-management?view=requests', 'Users', 'Requests to join'],
  ['/user-management?do=import', 'Users', 'Import people'],
  ['/companydetails', company.name],
  ['/company/details', 'Company profile'],
  [`/company/${encodeURIComponent(company.name)}`, company.name],
  ['/staff', 'Staff'],
  ['/staff?add=person', 'Staff', 'Add a person'],
  [`/staff/${guard.email}`, guard.name],
]

const guards: readonly Screen[] = [
  {
    name: 'desk and all pages',
    open: async (page) => {
      await arrive(page, '/desk', 'Needs attention')
      await page.getByRole('button', { name: 'All pages' }).click()
      await expect(page.getByRole('dialog', { name: 'All pages' })).toBeVisible()
    },
    openOnPhone: async (page) => {
      await page.getByRole('button', { name: 'Main menu' }).click()
      await expect(page.getByRole('dialog', { name: 'Main menu' }).getByText('Operate')).toBeVisible()
    },
  },
  { name: 'log', open: (page) => openLog(page, '') },
  {
    name: 'details',
    open: async (page) => {
      await openLog(page, '')
      await page.getByRole('grid').getByRole('link').nth(3).click()
      await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible()
    },
  },
  {
    name: 'log, nothing passes',
    open: async (page) => {
      await follow(page, '/entry-exit/report?q=nobody-of-this-name')
      await expect(page.getByText('Nothing passes these filters').first()).toBeVisible()
    },
  },
  {
    name: 'log, chosen days and menu of doors',
    popup: true,
    open: async (page) => {
      await openLog(page, '?period=days&from=2026-01-01')
      await openMenuOfDoors(page)
    },
    openOnPhone: async (page) => {
      if (await page.getByRole('option', { name: 'Server room' }).isVisible()) await page.keyboard.press('Escape')
      await openMenuOfDoors(page)
    },
  },
  {
    name: 'log, by hand',
    open: async (page) => {
      await openLog(page, '')
      await page.getByRole('button', { name: 'Log entry or exit' }).click()
      await page.getByLabel('When').fill('2031-01-01T08:00')
      await page.getByRole('button', { name: 'Log entry', exact: true }).click()
      await expect(page.getByText('The time cannot lie in the future.')).toBeVisible()
    },
  },
  {
    name: 'menu of the user',
    open: async (page) => {
      await openLog(page, '')
      await page.getByRole('button', { name: 'Your menu' }).click()
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    },
  },
  {
    name: 'details of nothing',
    failsWith: 404,
    open: (page) => arrive(page, '/log-details/01a1fd0c-2096-715e-aa47-35799673b790', 'There is no such entry or exit'),
  },
]

// They only look: whichever worker is free takes the next.
test.describe.configure({ mode: 'parallel' })

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }))

test('what visitors see: accessible in light and dark, and nothing overflows', async ({ page, watch }) => {
  watch.expect(pictureOfAnother)
  const size = await sizesOf(page)
  await size(phone, 'touch')
  await walkBy(page, size, visitorsWalk)
  await lookAtAll(page, size, visitors, watch)
  for (const stop of documents) {
    await page.goto(stop[0])
    await test.step(stop[0], () => stopAt(page, size, stop))
  }
})

test('what staff see, and the administration: accessible in light and dark, and nothing overflows', async ({
  page,
  company,
  anotherCompany,
  watch,
}) => {
  const guard = await company.aPerson({ name: 'Kwame Mensah', role: 'guard', card: 'card:0000000001' })
  for (const role of ['manager', 'supervisor', 'auditor'] as const) await company.aPerson({ name: 'Ida Okafor', role })
  await company.aLabel({ name: 'Plant', zone: await company.aZone('Plant room', await company.aFloor('Ground floor')) })
  const size = await sizesOf(page)
  await neverLeaveDenied(page)
  await company.enter(page, await company.aPerson({ role: 'staff' }))
  await size(phone, 'touch')
  await walkBy(page, size, staffsWalk)
  await lookAtAll(page, size, staffs, watch)

  await company.enter(page, await company.aPerson({ role: 'admin', can: ['manage_companies'] }))
  await walkBy(page, size, managersWalk(company, guard))
  await test.step('/companies', async () => looksAfterCompanies(page, size, (await anotherCompany()).name))
})

test('the dashboard and the log: accessible in light and dark, and nothing overflows', async ({
  page,
  company,
  watch,
}) => {
  const lobby = await company.aZone('Lobby', await company.aFloor('Ground floor'))
  const main = await company.aDoor({ name: 'Main entrance', leadsTo: lobby })
  const server = await company.aDoor({ name: 'Server room' })
  const boiler = await company.aDetector({ name: 'Boiler' })
  const sump = await company.aDetector({ name: 'Drainage sump' })
  const canteen = await company.aCounter({ name: 'Canteen' })
  const priya = await company.aPerson({ name: 'Priya Raghavan', card: 'card:0000000001' })
  for (const direction of ['entry', 'exit', 'entry'] as const) await main.admits(priya.card, { direction })
  await server.denies(priya.card, 'expired')
  await server.denies('card:0000000002', 'unknown-credential')
  await server.forcedOpen()
  await boiler.reads(41.5, 'degC', 'temperature')
  await boiler.reads(70, 'ppm', 'CO')
  await boiler.reads(20.9, '%vol', 'O2', { at: new Date(Date.now() - 60_000).toISOString() })
  await sump.reads(0, 'ppm', 'H2S')
  await sump.goesOffline()
  await canteen.counts({ in: 3, out: 1 })
  const size = await sizesOf(page)
  await company.enter(page, await company.aPerson({ name: 'Ada Okafor', role: 'admin' }))
  const dashboard: Screen = {
    name: 'dashboard',
    open: async () => {
      await page.goto('/dashboard')
      await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
      await expect(page.getByTestId(`health-${main.key}`)).toBeAttached()
      await expect(page.getByTestId('inside-now')).toBeVisible()
    },
  }
  await lookAtAll(page, size, [dashboard], watch)
  await company.enter(page, await company.aPerson({ name: 'Kwame Mensah', role: 'guard' }))
  await lookAtAll(page, size, guards, watch)
})

const walkBy = async (page: Page, size: Sizes, walk: Walk) => {
  for (const stop of walk)
    await test.step(stop[0], async () => {
      await follow(page, stop[0])
      await stopAt(page, size, stop)
    })
}

const lookAtAll = async (page: Page, size: Sizes, screens: readonly Screen[], watch: Watch) => {
  for (const screen of screens) await test.step(screen.name, () => lookAt(page, size, screen, watch))
}

/** It would lead away in the middle of this. */
const neverLeaveDenied = (page: Page) =>
  page.addInitScript((redirectAfterMs) => {
    const inTime = window.setTimeout.bind(window)
    const late = (run: () => void, ms?: number) => inTime(run, ms === redirectAfterMs ? 60_000 : ms)
    Object.assign(window, { setTimeout: late })
  }, 3000)

const looksAfterCompanies = async (page: Page, size: Sizes, other: string) => {
  for (const [path, opened] of [
    [`/companies?search=${encodeURIComponent(other)}`, undefined],
    [`/companies?search=${encodeURIComponent(other)}&add=company`, 'Add a company'],
    [`/company/${encodeURIComponent(other)}`, undefined],
  ] as const) {
    await follow(page, path)
    if (opened) await expect(page.getByRole('dialog', { name: opened })).toBeVisible()
    else await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('main').getByText(other).first()).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await lookOnPhone(page, size)
  }
  const allowed = page.getByRole('switch', { name: `${other} may publish` })
  await allowed.click()
  await expect(page.getByText(`${other} may publish now.`)).toBeVisible()
  await page.reload()
  await expect(allowed).toBeChecked()
}

/** At the desk in the theme that it is met in, on the phone in the other; its shape at all sizes in between. */
const lookAt = async (
  page: Page,
  size: Sizes,
  { open, openOnPhone, popup = false, failsWith }: Screen,
  watch: Watch,
) => {
  expect(watch.faults()).toEqual([])
  if (failsWith) watch.expect(failedWith(failsWith))
  await size(desktop, 'mouse')
  await open(page)
  await expectAccessible(page, { popup })
  for (const width of [desktop.width, 1199, 900]) {
    await page.setViewportSize({ width, height: 900 })
    // Drawn anew in the frame after.
    await expect.poll(() => tooWide(page), { message: `at ${width}` }).toEqual([])
  }
  await size({ width: 820, height: 1180 }, 'touch')
  await expect.poll(() => tooWide(page), { message: 'on a tablet' }).toEqual([])
  await size(phone, 'touch')
  await openOnPhone?.(page)
  await useOtherTheme(page)
  await expectAccessible(page, { popup })
  await fitsPhones(page, size)
  // What has opened over it does not stay for the next.
  await page.keyboard.press('Escape')
}

const stopAt = async (page: Page, size: Sizes, [, title, opened]: Walk[number]) => {
  // Behind an open sheet it is there, but not for who asks by role.
  await expect(page.getByRole('heading', { level: 1, name: title, includeHidden: true })).toBeVisible()
  const part = page.getByRole('dialog', { name: opened ?? '' }).or(page.getByRole('tabpanel', { name: opened ?? '' }))
  if (opened) await expect(part).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await lookOnPhone(page, size)
}

/** In full in the theme that it is met in; the other has the same parts in other colours. */
const lookOnPhone = async (page: Page, size: Sizes) => {
  await expectAccessible(page)
  await useOtherTheme(page)
  await expectAccessible(page, { rules: ['color-contrast'] })
  await fitsPhones(page, size)
}

const fitsPhones = async (page: Page, size: Sizes) => {
  await expect.poll(() => tooWide(page)).toEqual([])
  expect(await tooSmall(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => tooWide(page), { message: 'at 320' }).toEqual([])
  await size(phone, 'touch')
}

/** From dark to light, or from light to dark. */
const useOtherTheme = async (page: Page) => {
  const html = page.locator('html')
  const other = (await html.getAttribute('data-theme')) === 'dark' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: other, reducedMotion: 'reduce' })
  await expect(html).toHaveAttribute('data-theme', other)
}

const arrive = async (page: Page, path: string, text: string) => {
  await follow(page, path)
  await expect(page.getByText(text).first()).toBeVisible()
}

const load = async (page: Page, path: string, text: string) => {
  await page.goto(path)
  await expect(page.getByText(text).first()).toBeVisible()
}

const openLog = async (page: Page, query: string) => {
  await follow(page, `/entry-exit/report${query}`)
  await expect(page.getByRole('grid', { name: 'Entries and exits' }).getByRole('link').first()).toBeVisible()
}

const openMenuOfDoors = async (page: Page) => {
  // A part of its own: the log does not wait for it, and who looks for its button has to.
  await expect(page.getByRole('searchbox', { name: 'Person or door' })).toBeVisible()
  const filters = page.getByRole('button', { name: /^Filters/ })
  if (await filters.isVisible()) await filters.click()
  await page.getByRole('combobox', { name: 'Door' }).click()
  await expect(page.getByRole('option', { name: 'Server room' })).toBeVisible()
}
