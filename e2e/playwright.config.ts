// How the end-to-end tests run: real products, one system Chromium, three sizes of screen.
import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { galleryProjects } from './gallery/gallery-projects.ts'

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

/** Debian's; elsewhere `npm test` names one, or Playwright's own is used. */
export const chromiumPath = [
  process.env['GATEHOUSE_CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].find((path) => path && existsSync(path))

// No request of the browser's own: on a closed network each would be an error. The sandbox wants not to be root.
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of tests are gone before their code has become hot: making it fast costs more than it ever saves.
  '--js-flags=--no-opt --no-maglev',
]

// A guard on patrol, and whoever signs up on the way.
const onThePhone = ['phone.spec.ts', 'account-life.spec.ts', 'locked-account.spec.ts', 'session-in-mid-form.spec.ts']

export default defineConfig({
  testDir: import.meta.dirname,
  globalSetup: './global-setup.ts',
  // The tests of one file go on from each other. One more than cores, as each waits now and then.
  workers: 3,
  forbidOnly: process.env['CI'] === 'true',
  // How long a test takes depends on the machine: this is only the end of what hangs, on one four times slower than ours.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    // As an expectation: what is not there by then is named, instead of the whole test running out of time.
    actionTimeout: 30_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    // What it answers no test would see; those that are about it allow it.
    serviceWorkers: 'block',
    // Nothing is waited for that only moves; a test about movement asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(chromiumPath ? { executablePath: chromiumPath } : {}),
      args: chromiumArguments,
    },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: ['gallery*.spec.ts', ...onThePhone],
      use: { viewport: desktop },
    },
    {
      name: 'phone',
      testMatch: onThePhone,
      use: { viewport: phone, hasTouch: true, isMobile: true },
    },
    ...galleryProjects({ desktop, phone }),
  ],
})
