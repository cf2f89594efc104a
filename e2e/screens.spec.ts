// Every screen, light and dark, at each size: no violation that axe can find, nothing wider than the window, nothing
// cut off, on a phone nothing too small for a thumb.
import type { Locator, Page } from '@playwright/test'
import { type Account, emailOf, enter } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { tooSmall, tooWide } from './geometry.ts'
import { desktop, phone } from './playwright.config.ts'
import { expect, test } from './test.ts'
import { failedWith, type Watch } from './watch.ts'

interface Screen {
  readonly name: string
  readonly as?: Account
  /** Opens it and waits until it is what it is looked at for. */
  readonly open: (page: Page, watch: Watch) => Promise<void>
  /** A list that has opened over the page holds the focus, but is no landmark of it. */
  readonly popup?: boolean
}

const screens: readonly Screen[] = [
  { name: 'home', open: (page) => arrive(page, '/', 'One place for everything') },
  { name: 'sign-in', open: (page) => arrive(page, '/signin', 'To your company') },
  {
    name: 'sign-in, refused',
    open: async (page, watch) => {
      watch.expect(failedWith(401))
      await page.goto('/signin?session=expired')
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
    open: async (page, watch) => {
      watch.expect(failedWith(404))
      await page.goto('/nowhere')
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    },
  },
  { name: 'home, signed in', as: 'staff', open: (page) => arrive(page, '/', 'Open Gatehouse') },
  {
    name: 'dashboard',
    as: 'admin',
    open: async (page) => {
      await page.goto('/dashboard')
      await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
      await expect(page.getByTestId('health-door-archive')).toBeAttached()
      await expect(page.getByTestId('inside-now')).toBeVisible()
    },
  },
  { name: 'log', as: 'guard', open: (page) => openLog(page, '') },
  {
    name: 'log, nothing passes',
    as: 'guard',
    open: (page) => arrive(page, '/entry-exit/report?q=nobody-of-this-name', 'Nothing passes these filters'),
  },
  {
    name: 'log, chosen days and menu of doors',
    as: 'guard',
    popup: true,
    open: async (page) => {
      await openLog(page, '?period=days&from=2026-01-01')
      // A part of its own: the log does not wait for it, and who looks for its button has to.
      await expect(page.getByRole('searchbox', { name: 'Person or door' })).toBeVisible()
      const filters = page.getByRole('button', { name: /^Filters/ })
      if (await filters.isVisible()) await filters.click()
      await page.getByRole('combobox', { name: 'Door' }).click()
      await expect(page.getByRole('option', { name: 'Server room' })).toBeVisible()
    },
  },
  {
    name: 'log, by hand',
    as: 'guard',
    open: async (page) => {
      await openLog(page, '')
      await page.getByRole('button', { name: 'Log entry or exit' }).click()
      await page.getByLabel('When').fill('2031-01-01T08:00')
      await page.getByRole('button', { name: 'Log entry', exact: true }).click()
      await expect(page.getByText('The time cannot lie in the future.')).toBeVisible()
    },
  },
  {
    name: 'details',
    as: 'guard',
    open: async (page) => {
      await openLog(page, '')
      await page.getByRole('grid').getByRole('link').nth(3).click()
      await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible()
    },
  },
  {
    name: 'details of nothing',
    as: 'guard',
    open: async (page, watch) => {
      watch.expect(failedWith(404))
      await arrive(page, '/log-details/01a1fd0c-2096-715e-aa47-35799673b790', 'There is no such entry or exit')
    },
  },
  {
    name: 'menu of the user',
    as: 'guard',
    open: async (page) => {
      await openLog(page, '')
      await page.getByRole('button', { name: 'Your menu' }).click()
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    },
  },
]

/** Pages that are what they are looked at for once nothing of them is on its way; on a phone, which is the narrowest. */
const walks: readonly (readonly [
  as: Account | undefined,
  pages: readonly (readonly [path: string, title: string])[],
])[] = [
  [
    undefined,
    [
      ['/signup', 'Sign up'],
      ['/forgot', 'Reset your password'],
      ['/forgot?token=of-a-mail-that-nobody-has-got', 'Choose a new password'],
      ['/verify-email', 'Verify your email'],
      ['/email-verified', 'Email verification'],
      ['/user/register', 'Join a company'],
      ['/company/register', 'Register your company'],
      ['/auth/social', 'Sign in with another account'],
      ['/blog', 'Blog'],
      ['/dashboardtabs', 'Look around a building that is running now'],
    ],
  ],
  [
    'staff',
    [
      ['/profile', 'Profile'],
      ['/settings/account', 'Account'],
    ],
  ],
  [
    'admin',
    [
      ['/settings/security', 'Security'],
      ['/settings/webhooks', 'Webhooks'],
      ['/settings/webhooks?edit=new', 'Webhooks'],
      ['/roles', 'Roles'],
      ['/roles?add=blank', 'Roles'],
      ['/assign-role', 'Assign roles'],
      ['/labels', 'Labels'],
      ['/users', 'Users'],
      ['/user-management?view=invitations', 'User management'],
      ['/user-management?view=requests', 'User management'],
      ['/user-management?do=import', 'User management'],
      ['/companydetails', 'Meridian Tower'],
      ['/company/details', 'Company profile'],
      ['/company/Meridian%20Tower', 'Meridian Tower'],
      ['/staff', 'Staff'],
      ['/staff?add=person', 'Staff'],
      ['/staff/guard@gatehouse.example', 'Kwame Mensah'],
    ],
  ],
]

// A tablet is another arrangement of the same parts: what is looked at there is the arrangement.
const onTablet = new Set(['home', 'sign-in', 'dashboard', 'log', 'details'])

// They only look: whichever worker is free takes the next.
test.describe.configure({ mode: 'parallel' })

for (const { name, as, open, popup = false } of screens) {
  test(
    `${name}: accessible in light and dark, and nothing overflows`,
    { tag: onTablet.has(name) ? '@tablet' : [] },
    async ({ page, watch }, { project }) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      if (as) await enter(page, as)
      await open(page, watch)
      await look(page, project.name, popup)
    },
  )
}

// A few by one who stays signed in: what they share is read once.
const pagesAtOnce = 7
for (const [as, pages] of walks) {
  for (let from = 0; from < pages.length; from += pagesAtOnce) {
    const some = pages.slice(from, from + pagesAtOnce)
    test(
      `${some.map(([path]) => path).join(' ')}: accessible in light and dark, and nothing overflows`,
      { tag: '@phone' },
      async ({ page }, { project }) => {
        if (as) await enter(page, as)
        for (const [path, title] of some) {
          await test.step(path, async () => {
            await page.setViewportSize(phone)
            await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
            await page.goto(path)
            // Behind an open sheet it is there, but not for who asks by role.
            await expect(page.getByRole('heading', { level: 1, name: title, includeHidden: true })).toBeVisible()
            await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
            await look(page, project.name, false)
          })
        }
      },
    )
  }
}

test(
  '/companies: accessible in light and dark, and nothing overflows',
  { tag: '@phone' },
  async ({ page, store }, { project }) => {
    const may = (change: string) =>
      store.query(`update users set permissions = ${change}(permissions, 'manage_companies') where email = $1`, [
        emailOf('admin'),
      ])
    await may('array_append')
    try {
      await enter(page, 'admin')
      for (const path of ['/companies', '/companies?add=company', '/company/Northwind']) {
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await page.goto(path)
        await expect(page.locator('main').getByText('Northwind').first()).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await look(page, project.name, false)
      }
      const allowed = page.getByRole('switch', { name: 'Northwind may publish' })
      await expect(allowed).toBeChecked()
      await allowed.click()
      await expect(page.getByText('Nothing of it is public', { exact: false })).toBeVisible()
      await expect(allowed).not.toBeChecked()
      await allowed.click()
      await expect(page.getByText('Northwind may publish now.')).toBeVisible()
      await expect(allowed).toBeChecked()
      await mindIsChanged(page, allowed)
    } finally {
      await may('array_remove')
    }
  },
)

test('access denied: accessible in light and dark, and nothing overflows', async ({ page }, { project }) => {
  // It would lead away in the middle of this.
  await page.addInitScript((redirectAfterMs) => {
    const inTime = window.setTimeout.bind(window)
    const late = (run: () => void, ms?: number) => inTime(run, ms === redirectAfterMs ? 60_000 : ms)
    Object.assign(window, { setTimeout: late })
  }, 3000)
  await enter(page, 'staff')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await look(page, project.name, false)
})

/** While the first choice is on its way: the last one is sent after it, and holds. */
const mindIsChanged = async (page: Page, allowed: Locator) => {
  const sent: unknown[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/publishing', async (route) => {
    sent.push(route.request().postDataJSON())
    await held
    await route.continue()
  })
  await allowed.click()
  await expect.poll(() => sent).toEqual([{ publishes: false }])
  await allowed.click()
  await expect(allowed).toBeChecked()
  const holds = page.waitForResponse(
    (response) => response.url().endsWith('/publishing') && response.request().postDataJSON()?.publishes === true,
  )
  release()
  await expect.poll(() => sent).toEqual([{ publishes: false }, { publishes: true }])
  await expect(allowed).toBeChecked()
  // What is still on its way goes with the page.
  expect((await holds).ok()).toBe(true)
  await page.reload()
  await expect(allowed).toBeChecked()
}

const look = async (page: Page, size: string, popup: boolean) => {
  await expectAccessible(page, { popup })
  expect(await tooWide(page)).toEqual([])
  if (size === 'phone') expect(await tooSmall(page)).toEqual([])
  if (size === 'desktop') {
    // Between the tablet that stands up and the desk, from either end; drawn anew in the frame after.
    for (const width of [900, 1199]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => tooWide(page), { message: `at ${width}` }).toEqual([])
    }
    await page.setViewportSize(desktop)
  }
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // The other theme has the same parts in other colours.
  await expectAccessible(page, { rules: ['color-contrast'] })
  if (size !== 'phone') return
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => tooWide(page)).toEqual([])
}

const arrive = async (page: Page, path: string, text: string) => {
  await page.goto(path)
  await expect(page.getByText(text).first()).toBeVisible()
}

const openLog = async (page: Page, query: string) => {
  await page.goto(`/entry-exit/report${query}`)
  await expect(page.getByRole('grid', { name: 'Entries and exits' }).getByRole('link').first()).toBeVisible()
}
