// A crash while drawing: what is shown, what is reported, and the game meanwhile.
import { reportCrash } from '@gatehouse/contract/system/system'
import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import type { FakeScreen } from '../../kit/testing/fake-screen.testing.ts'
import { advance } from '../../kit/testing/fake-time.testing.ts'

const Crashes = () => {
  throw new Error('crashed on purpose')
}
const pages = [{ path: '/dashboard', load: async () => Crashes }]

const crashed = async (how: FakeScreen = {}) => {
  const browser = aBrowser(how)
  browser.expectInConsole(/crashed on purpose/)
  browser.server.answers(reportCrash, {})
  await browser.open('/dashboard', undefined, pages)
  return { ...browser, circle: screen.getByRole('button', { name: 'The circle' }) }
}
const nothingDrawn = () => new Proxy({}, { get: () => () => {} }) as never
const score = () => document.querySelector('output')?.textContent
const confetti = () => document.querySelector('[data-testid=confetti]')

test('a crash shows the error page, is in the console once, and is reported to the server', async () => {
  const { server } = await crashed()
  expect(screen.getByRole('heading', { name: 'Oops! Something Went Wrong!' })).toBeTruthy()
  const logged = vi.mocked(console.error).mock.calls.filter(([first]) => String(first).includes('on purpose'))
  expect(logged.map(([error]) => String(error))).toEqual(['Error: crashed on purpose'])
  expect(server.asked(reportCrash)).toMatchObject([{ message: 'Error: crashed on purpose', path: '/dashboard' }])
  expect(screen.getByRole('link', { name: 'Go Back Home' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: 'Go to Sign In' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeTruthy()
  await expectAccessible()
})

test('the circle is caught 20 times, by mouse and keyboard: confetti for 3 s, then the alert', async () => {
  const alert = vi.fn()
  vi.stubGlobal('alert', alert)
  // Nothing is drawn here.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(nothingDrawn)
  const { circle, user } = await crashed({ reducedMotion: false })
  const place = () => `${circle.style.left} ${circle.style.top}`
  const ripples = () => screen.queryAllByTestId('ripple').length
  expect(score()).toBe('0 / 20')
  const before = place()
  await user.click(circle)
  expect(score()).toBe('1 / 20')
  expect(place()).not.toBe(before)
  await advance(999)
  expect(ripples()).toBe(1)
  await advance(1)
  expect(ripples()).toBe(0)
  circle.focus()
  await user.keyboard('{Enter}')
  await user.keyboard(' ')
  expect(score()).toBe('3 / 20')
  for (let caught = 3; caught < 20; caught += 1) await user.keyboard('{Enter}')
  expect(score()).toBe('20 / 20')
  expect(confetti()).not.toBeNull()
  await user.keyboard('{Enter}')
  expect(score()).toBe('20 / 20')
  await advance(2_999)
  expect(confetti()).not.toBeNull()
  expect(alert).not.toHaveBeenCalled()
  await advance(1)
  expect(alert.mock.calls).toEqual([['Congratulations! You caught the circle 20 times!']])
  expect(score()).toBe('0 / 20')
  expect(confetti()).toBeNull()
})

test('without motion there is no confetti, and the alert comes at once', async () => {
  const alert = vi.fn()
  vi.stubGlobal('alert', alert)
  const { circle, user } = await crashed({ reducedMotion: true })
  circle.focus()
  for (let caught = 0; caught < 20; caught += 1) await user.keyboard(' ')
  expect(alert.mock.calls).toEqual([['Congratulations! You caught the circle 20 times!']])
  expect(confetti()).toBeNull()
})
