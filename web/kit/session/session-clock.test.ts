import type { User } from '@gatehouse/contract/identity/auth'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aUser, storageOf } from '../testing/a-user.testing.ts'
import { startApplication } from '../application.ts'
import * as life from './session.ts'
import { currentSession, type LeaveState } from './session-state.ts'

const minute = 60_000
const here = Date.parse('2026-11-21T12:00:00Z')

const tokenUntil = (at: number) =>
  `h.${Buffer.from(JSON.stringify({ exp: at / 1000, permissions: [] })).toString('base64url')}.s`

const kwame = aUser()
const zoe: User = { ...kwame, id: 'zoe', displayName: 'Zoe', viewedBy: 'Kwame Mensah' }

describe.each([
  ['18 minutes ahead', 18 * minute],
  ['2 hours ahead', 120 * minute],
  ['2 hours behind', -120 * minute],
])('where the clock of the browser is %s', (_, aheadMs) => {
  const server = here - aheadMs
  const short = tokenUntil(server + 15 * minute)
  const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  const store = (user: User, token: string) => local.set('userInfo', JSON.stringify({ ...user, token }))

  let local: Map<string, string>
  let checked: (string | null)[]
  let answer: { status?: number; token: string; user: User } | 'away'
  let went: { to: string; state: LeaveState }[]
  const session = { ...life, currentSession }

  const open = async () => {
    startApplication()
    session.startSession(async (to, state) => void went.push({ to, state }))
    await after(0)
  }

  beforeEach(() => {
    vi.useFakeTimers({ now: here, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    ;[local, checked, went] = [new Map(), [], []]
    vi.stubGlobal('localStorage', storageOf(local))
    vi.stubGlobal('sessionStorage', storageOf(new Map()))
    vi.stubGlobal('window', {
      location: { pathname: '/users', search: '', hash: '' },
      addEventListener: () => {},
    })
    vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Headers }) => {
      if (url.endsWith('/check-session')) checked.push(headers.get('authorization')?.slice(7) ?? null)
      if (answer === 'away') throw new TypeError('Failed to fetch')
      const { status = 200, ...body } = answer
      const date = new Date(Date.now() - aheadMs).toUTCString()
      return Response.json({ success: true, ...body }, { status, headers: { date } })
    })
  })

  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('looking through another’s eyes begins, and goes on after a reload', async () => {
    answer = { token: tokenUntil(server + 480 * minute), user: kwame }
    store(kwame, answer.token)
    await open()
    answer = { token: short, user: zoe }
    await session.beginViewing({ token: short, user: zoe }, () => '/people')
    expect(went).toEqual([{ to: '/people', state: {} }])
    expect(session.currentSession()).toMatchObject({ status: 'in', viewing: true, user: { id: 'zoe' } })
    await open()
    expect(session.currentSession()).toMatchObject({ status: 'in', viewing: true, user: { id: 'zoe' } })
  })

  test('a session that holds on the server is restored', async () => {
    answer = { token: short, user: kwame }
    store(kwame, short)
    await open()
    expect(checked).toEqual([short])
    expect(session.currentSession()).toMatchObject({ status: 'in', user: { id: 'kwame' } })
  })

  test('a session that has run out is known as that, and nobody is led anywhere', async () => {
    answer = { status: 401, token: '', user: kwame }
    store(kwame, tokenUntil(server - minute))
    await open()
    expect(session.currentSession()).toMatchObject({ status: 'out', expired: true })
    expect(local.has('userInfo')).toBe(false)
    expect(went).toEqual([])
  })

  test('it is checked 15 minutes before it runs out, and ends by the server’s time', async () => {
    answer = { token: tokenUntil(server + 18 * minute), user: kwame }
    store(kwame, answer.token)
    await open()
    await after(3 * minute - 1)
    expect(checked).toHaveLength(1)
    await after(1)
    expect(checked).toHaveLength(2)
    answer = 'away'
    await after(14 * minute)
    expect(session.currentSession().status).toBe('in')
    await after(minute + 1_000)
    expect(went).toMatchObject([{ to: '/', state: { sessionExpired: true } }])
  })
})
