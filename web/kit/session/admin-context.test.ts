import { expect, test, vi } from 'vitest'
import { createAdminContext, untouched } from './admin-context.ts'

test('begins with a system that is well as far as anybody knows', () => {
  const { current } = createAdminContext()
  expect(current()).toBe(untouched)
  expect(untouched.systemHealth).toMatchObject({ status: 'normal', at: null })
})

test('keeps filters and refresh tokens by section', () => {
  const { actions, current } = createAdminContext()
  actions.filters('logs/sign-in', '?q=ada')
  actions.filters('logs/system', '?level=error')
  actions.refresh('system health')
  actions.refresh('system health')
  expect(current()).toMatchObject({
    filters: { 'logs/sign-in': '?q=ada', 'logs/system': '?level=error' },
    refreshTokens: { 'system health': 2 },
  })
})

test('tells who listens of each change, and of nothing that changes nothing', () => {
  const { actions, subscribe } = createAdminContext()
  const received = vi.fn()
  const stop = subscribe(received)
  actions.section('events')
  actions.section('events')
  actions.filters('events', '?q=ada')
  actions.filters('events', '?q=ada')
  expect(received).toHaveBeenCalledTimes(2)
  stop()
  actions.section('logs/system')
  expect(received).toHaveBeenCalledTimes(2)
})
