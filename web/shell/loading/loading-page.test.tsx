// The loading screen: its words, its steps of 10 every 800 ms, its messages every 2 s.
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { LoadingPage } from './loading-page.tsx'

const messages = ['Initializing', 'Loading AI Models', 'Connecting IoT Devices', 'Securing Network', 'Almost There']

const progress = () => Number(document.querySelector<HTMLElement>('.loading-screen')?.dataset['progress'])
const message = () => document.querySelector('.loading-message')?.textContent

test('the loading screen goes on in steps for as long as it is there, and says who is loading', async () => {
  const browser = aBrowser()
  await browser.draw(<LoadingPage />)
  expect(screen.getByText('Please wait while we prepare your experience')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeTruthy()
  expect(document.querySelector('.loading-arc')).not.toBeNull()
  expect(document.title).toBe('Gatehouse')
  expect([progress(), message()]).toEqual([0, messages[0]])
  await advance('790 ms')
  expect(progress()).toBe(0)
  const steps: number[] = []
  for (let step = 0; step < 11; step += 1) {
    await advance(step === 0 ? 10 : '800 ms')
    steps.push(progress())
  }
  expect(steps).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 0])
  await expectAccessible({ stands: 'for a page' })
})

test('its messages change every 2 seconds, and begin anew', async () => {
  await aBrowser().draw(<LoadingPage />)
  const seen = [message()]
  for (let step = 0; step < 5; step += 1) {
    await advance('2 s')
    seen.push(message())
  }
  expect(seen).toEqual([...messages, messages[0]])
})
