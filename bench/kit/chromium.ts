// A real Chromium, the system's where there is one, without the background chatter that a closed network would refuse.
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import type { Gatehouse } from '../gatehouse.ts'

export const chromiumPath = (): string =>
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync) ??
  chromium.executablePath()

export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })

/** Signs in through the form, as a person would; what the browser then keeps opens further pages. */
export const signInByForm = async (browser: Browser, { address }: Gatehouse, email: string, password: string) => {
  const context = await browser.newContext({ viewport: { width: 1600, height: 1200 } })
  const page = await context.newPage()
  await page.goto(`${address}/signin`)
  await page.fill('input[name=email]', email)
  await page.fill('input[name=password]', password)
  await page.click('button[type=submit]')
  await page.waitForURL((url) => !url.pathname.startsWith('/signin'))
  const state = await context.storageState()
  await context.close()
  return state
}
