import { beforeEach, expect, test, vi } from 'vitest'
import { adminActions, currentAdminContext, subscribeAdminContext, untouched } from './admin-context.ts'

beforeEach(adminActions.reset)

test('begins with a system that is well as far as anybody knows', () => {
  expect(currentAdminContext()).toBe(untouched)
  expect(untouched.systemHealth).toMatchObject({ status: 'normal', at: null })
})

test('keeps filters and refresh tokens by section', () => {
  adminActions.filters('logs/sign-in', '?q=ada')
  adminActions.filters('logs/system', '?level=error')
  adminActions.refresh('system health')
  adminActions.refresh('system health')
  expect(currentAdminContext()).toMatchObject({
    filters: { 'logs/sign-in': '?q=ada', 'logs/system': '?level=error' },
    refreshTokens: { 'system health': 2 },
  })
})

test('tells who listens of each change, and of nothing that changes nothing', () => {
  const heard = vi.fn()
  const stop = subscribeAdminContext(heard)
  adminActions.section('events')
  adminActions.section('events')
  adminActions.searchQuery('')
  expect(heard).toHaveBeenCalledTimes(1)
  stop()
  adminActions.section('logs/system')
  expect(heard).toHaveBeenCalledTimes(1)
})
