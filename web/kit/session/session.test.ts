import { sessions, type User } from '@gatehouse/contract/identity/auth'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aUser as anybody, storageOf } from '../testing/a-user.testing.ts'
import { api } from '../data/api.ts'
import * as life from './session.ts'
import { currentSession, type LeaveState, subscribeSession } from './session-state.ts'
import { readStoredUser } from './stored-user.ts'
import { unsavedForms } from '../data/unsaved.ts'

const minute = 60_000
const atLeastApart = 1_000
const start = Date.parse('2026-11-21T12:00:00Z')

const tokenUntil = (at: number, mark = '') =>
  `h.${Buffer.from(JSON.stringify({ exp: at / 1000, permissions: ['read_doors'], mark })).toString('base64url')}.s`

const meridian = { id: 'meridian', name: 'Meridian Tower', timeZone: 'Europe/London' }
const northwind = { id: 'northwind', name: 'Northwind', timeZone: 'Europe/London' }

const aUser = (changes: Partial<User> = {}) => anybody({ company: meridian, ...changes })

const stored = ({ token = tokenUntil(start + 8 * 60 * minute) }: { token?: string } = {}) => ({ ...aUser(), token })

type Answer = { status?: number; body?: unknown } | 'away'

let asked: { call: string; bearer: string | null }[]
let answer: (call: string) => Answer | Promise<Answer>
let went: { to: string; state: LeaveState }[]
let otherTab: (key: string | null) => void
let local: Map<string, string>
let tab: Map<string, string>
let cookies: string[]

const session = { ...life, currentSession, subscribeSession }

const calls = (path: string) => asked.filter(({ call }) => call.endsWith(path))
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const held = (changes: Partial<User> = {}, mark = '') => ({
  body: { success: true, token: tokenUntil(start + 8 * 60 * minute, mark), user: aUser(changes) },
})

// The browser's storage, as far as the session uses it.
beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  ;[asked, went, local, tab, cookies] = [[], [], new Map(), new Map(), []]
  answer = () => held()
  vi.stubGlobal('localStorage', storageOf(local))
  vi.stubGlobal('sessionStorage', storageOf(tab))
  vi.stubGlobal('document', {
    get cookie() {
      return 'csrf=1; theme=2'
    },
    set cookie(value: string) {
      cookies.push(value)
    },
  })
  vi.stubGlobal('window', {
    location: { pathname: '/doors', search: '?floor=2', hash: '#d4' },
    addEventListener: (_: string, listener: (event: { key: string | null }) => void) => {
      otherTab = (key) => listener({ key })
    },
  })
  vi.stubGlobal('fetch', async (url: string, { method, headers }: { method: string; headers: Headers }) => {
    const call = `${method} ${url.replace('/api', '')}`
    if (call === 'GET /auth/csrf-token') return Response.json({ csrfToken: 'csrf' })
    asked.push({ call, bearer: headers.get('authorization')?.slice(7) ?? null })
    const message = await answer(call)
    if (message === 'away') throw new TypeError('Failed to fetch')
    const date = new Date().toUTCString()
    return Response.json(message.body ?? {}, { status: message.status ?? 200, headers: { date } })
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const begin = async (user: object | null = stored(), inWhat: 'application' | 'document' = 'application') => {
  if (user) local.set('userInfo', JSON.stringify(user))
  session.startSession(async (to, state) => void went.push({ to, state }), inWhat)
  await after(0)
}

describe('at the start', () => {
  test('a stored user is verified and then in, with what token, user and roles allow', async () => {
    const roles = [{ _id: 'r', name: 'guard', permissions: ['operate_doors'] }]
    answer = () => held({ permissions: ['read_profile'], roles })
    local.set('userInfo', JSON.stringify(stored()))
    session.startSession(async () => {})
    expect(session.currentSession().status).toBe('verifying')
    await after(0)
    expect(session.currentSession().status).toBe('in')
    expect([...session.currentSession().permissions].sort()).toEqual(['operate_doors', 'read_doors', 'read_profile'])
  })

  test('roles given as ids are fetched', async () => {
    const role = { _id: 'r1', name: 'guard', permissions: ['operate_doors'] }
    answer = (call) => (call.endsWith('get-by-ids') ? { body: { roles: [role] } } : 'away')
    await begin({ ...stored(), roles: ['r1'] })
    expect(asked[0]?.call).toBe('POST /roles/get-by-ids')
    expect(session.currentSession().permissions.has('operate_doors')).toBe(true)
  })

  test('too many questions for the roles only warn; a refused one ends the session', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    answer = (call) =>
      call.endsWith('get-by-ids') ? { status: 429, body: { code: 'TOO_MANY', message: 'x' } } : held()
    await begin({ ...stored(), roles: ['r1'] })
    expect(warned).toHaveBeenCalledOnce()
    expect(session.currentSession().status).toBe('in')
    answer = () => ({ status: 401, body: { code: 'UNAUTHENTICATED', message: 'x' } })
    await after(atLeastApart)
    await begin({ ...stored(), roles: ['r1'] })
    expect(warned).toHaveBeenCalledOnce()
    expect(went).toEqual([{ to: '/signin?session=expired', state: { from: '/doors?floor=2#d4' } }])
    expect(session.currentSession().status).toBe('out')
    warned.mockRestore()
  })

  test('one whose token has run out is dropped, and the guard can say why', async () => {
    answer = () => ({ status: 401, body: { code: 'UNAUTHENTICATED', message: 'x' } })
    await begin(stored({ token: tokenUntil(start - 1) }))
    expect(session.currentSession()).toMatchObject({ status: 'out', expired: true })
    expect(went).toEqual([])
    expect(local.size).toBe(0)
  })

  test('a session that the server does not confirm in three more tries, 5 s apart, ends with a word', async () => {
    answer = () => ({ status: 500, body: { code: 'INTERNAL', message: 'x' } })
    await begin()
    await after(14_000)
    expect(calls('/check-session')).toHaveLength(3)
    expect(went).toEqual([])
    await after(1_100)
    expect(calls('/check-session')).toHaveLength(4)
    expect(went[0]).toMatchObject({
      to: '/signin',
      state: {
        from: '/doors?floor=2#d4',
        message: 'Failed to refresh session. Please try logging in again.',
        tone: 'error',
      },
    })
  })

  test.each<Answer>(['away', { status: 502 }, { status: 503 }, { status: 504 }])(
    'nobody is signed out because the server is away: %j',
    async (nothing) => {
      answer = () => nothing
      await begin()
      await after(16_000)
      expect(calls('/check-session')).toHaveLength(4)
      expect(session.currentSession()).toMatchObject({ status: 'in', user: { id: 'kwame' } })
      expect([local.has('userInfo'), went]).toEqual([true, []])
      answer = () => held({ permissions: ['operate_doors'] })
      await after(5 * minute)
      expect(session.currentSession().permissions.has('operate_doors')).toBe(true)
    },
  )

  test('who reads a public document is not taken away from it, whatever is wrong with the server', async () => {
    answer = () => ({ status: 500, body: { code: 'INTERNAL', message: 'x' } })
    await begin(stored(), 'document')
    await after(16_000)
    expect([session.currentSession().status, local.has('userInfo'), went]).toEqual(['in', true, []])
  })
})

describe('by signing in', () => {
  const admitted = { token: tokenUntil(start + 8 * 60 * minute), user: aUser() }

  test('it is known to have begun here', async () => {
    await begin(null)
    await session.beginSession(admitted)
    expect(session.currentSession()).toMatchObject({ status: 'in', entered: true })
    await session.verifySession()
    expect(session.currentSession()).toMatchObject({ status: 'in', entered: true })
  })

  test('in another tab, this one is only taken along', async () => {
    await begin(null)
    local.set('userInfo', JSON.stringify(stored()))
    otherTab('userInfo')
    expect(session.currentSession()).toMatchObject({ status: 'in', entered: false })
  })

  test('it begins and lasts where the browser keeps nothing, and ends with the page or by oneself', async () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', { ...storageOf(local), setItem: full })
    vi.stubGlobal('sessionStorage', { ...storageOf(tab), setItem: full })
    await begin(null)
    await session.beginSession(admitted)
    await after(5 * minute)
    expect(calls('/check-session').at(-1)?.bearer).toBe(admitted.token)
    expect(session.currentSession()).toMatchObject({ status: 'in', user: { id: 'kwame' } })
    await session.exit()
    expect(went).toEqual([{ to: '/signin', state: { loggedOut: true } }])
    expect(readStoredUser()).toBeNull()
  })
})

describe('while it lasts', () => {
  test('it is checked every five minutes', async () => {
    await begin()
    await after(5 * minute - 1_000)
    expect(calls('/check-session')).toHaveLength(1)
    await after(1_000)
    expect(calls('/check-session')).toHaveLength(2)
  })

  test('it is checked 15 minutes before it runs out', async () => {
    answer = () => ({ body: { success: true, token: tokenUntil(start + 18 * minute), user: aUser() } })
    await begin()
    await after(3 * minute - 1)
    expect(calls('/check-session')).toHaveLength(1)
    await after(1)
    expect(calls('/check-session')).toHaveLength(2)
  })

  test('checks less than a second apart are put off, not forgotten', async () => {
    await begin()
    answer = () => held({ permissions: ['operate_doors'] })
    const both = Promise.all([session.verifySession(), session.verifySession()])
    await after(0)
    expect(calls('/check-session')).toHaveLength(1)
    await after(1_000)
    await both
    expect(calls('/check-session')).toHaveLength(2)
    expect(session.currentSession().permissions.has('operate_doors')).toBe(true)
  })

  test('a server that is away for a moment throws nobody out', async () => {
    await begin()
    answer = () => 'away'
    await after(6 * minute)
    expect(calls('/check-session')).toHaveLength(5)
    expect(session.currentSession().status).toBe('in')
  })

  test('another company is a new beginning', async () => {
    await begin()
    const seen: string[] = []
    session.subscribeSession(() => seen.push(session.currentSession().status))
    const moved = session.adoptSession({ token: tokenUntil(start + minute), user: aUser({ company: northwind }) })
    await after(0)
    await moved
    expect(seen).toEqual(['verifying', 'in'])
    expect(session.currentSession().user?.company?.name).toBe('Northwind')
  })

  test('a new token for the same person is taken quietly', async () => {
    await begin()
    await session.adoptSession({ token: tokenUntil(start + minute, 'new') })
    expect(session.currentSession()).toMatchObject({ status: 'in', user: { token: tokenUntil(start + minute, 'new') } })
  })
})

describe('the endings', () => {
  test('expired: home, with the way back', async () => {
    await begin()
    answer = () => ({ status: 401, body: { code: 'UNAUTHENTICATED', message: 'x' } })
    await after(5 * minute)
    expect(went).toEqual([{ to: '/', state: { from: '/doors?floor=2#d4', sessionExpired: true } }])
    expect(local.has('userInfo')).toBe(false)
  })

  test('refused by any other call: the sign-in page', async () => {
    await begin()
    answer = () => ({ status: 401, body: { code: 'UNAUTHENTICATED', message: 'x' } })
    await api()
      .call(sessions, {})
      .catch(() => {})
    expect(went).toEqual([{ to: '/signin?session=expired', state: { from: '/doors?floor=2#d4' } }])
  })

  test('signed out: nothing is left behind, and an answer under way brings nobody back', async () => {
    await begin()
    local.set('themeMode', 'dark')
    tab.set('draft:kwame:/profile:profile', '{}')
    let late: (message: Answer) => void = () => {}
    answer = (call) => (call.endsWith('/check-session') ? new Promise((resolve) => (late = resolve)) : { body: {} })
    await after(5 * minute)
    await session.exit()
    late(held())
    await after(0)
    expect(went).toEqual([{ to: '/signin', state: { loggedOut: true } }])
    expect([local.size, tab.size, session.currentSession().status]).toEqual([0, 0, 'out'])
    expect(cookies).toEqual(['csrf=; path=/; max-age=0', 'theme=; path=/; max-age=0'])
  })

  test('signed out: who holds something unsaved is asked first, unless rights have ended', async () => {
    await begin()
    let questions = 0
    unsavedForms().hold(async () => questions++ > 0)
    await session.exit()
    expect([questions, session.currentSession().status, calls('/auth/logout').length]).toEqual([1, 'in', 0])
    await session.exit({ message: 'You may not do this.', tone: 'error' })
    expect([questions, session.currentSession().status]).toEqual([1, 'out'])
    await begin()
    await session.exit()
    expect([questions, session.currentSession().status]).toEqual([2, 'out'])
  })

  test('signed out: that the server says so first, on the live connection, does not look like an end by itself', async () => {
    await begin()
    let late: (message: Answer) => void = () => {}
    answer = (call) =>
      call.endsWith('/auth/logout')
        ? new Promise((resolve) => (late = resolve))
        : { status: 401, body: { code: 'UNAUTHENTICATED', message: 'x' } }
    const left = session.exit()
    await after(1_000)
    await session.verifySession()
    late({ body: { success: true } })
    await left
    expect(went).toEqual([{ to: '/signin', state: { loggedOut: true } }])
    expect(local.size).toBe(0)
  })

  test('whoever cannot be signed out on the server stays in', async () => {
    await begin()
    answer = () => ({ status: 500, body: { code: 'INTERNAL', message: 'x' } })
    await expect(session.exit()).rejects.toThrow()
    expect(session.currentSession().status).toBe('in')
  })

  test('in another tab: this one follows', async () => {
    await begin()
    // In the order in which the browser tells of it, after all of it has happened.
    local.clear()
    for (const key of ['signingOut', 'userInfo', null]) otherTab(key)
    expect(session.currentSession()).toMatchObject({ status: 'out', user: null, loggedOut: true, leaving: false })
    expect(went).toEqual([])
  })

  test('a session that has ended in another tab ends here in the same words', async () => {
    await begin()
    local.delete('userInfo')
    otherTab('userInfo')
    expect(session.currentSession()).toMatchObject({ status: 'out', user: null })
    expect(went).toEqual([{ to: '/', state: { from: '/doors?floor=2#d4', sessionExpired: true } }])
  })
})

test('whoever asks for a check right after another waits until it has been made', async () => {
  await begin()
  answer = () => held({ permissions: ['read_staff'] })
  let settled = false
  const waiting = session.verifySession().then(() => (settled = true))
  await after(500)
  expect(settled).toBe(false)
  await after(500)
  await waiting
  expect(session.currentSession().permissions.has('read_staff')).toBe(true)
})

describe('looking through another’s eyes', () => {
  const zoe = aUser({ id: 'zoe', displayName: 'Zoe', viewedBy: 'Kwame Mensah' })
  const view = async () => {
    await begin()
    const own = local.get('userInfo')
    const token = tokenUntil(start + 15 * minute, 'view')
    answer = () => ({ body: { success: true, token, user: zoe } })
    await session.beginViewing({ token, user: zoe }, () => '/people')
    return own
  }

  test('is this tab’s alone, and one’s own session waits', async () => {
    const own = await view()
    expect(went).toEqual([{ to: '/people', state: {} }])
    expect(session.currentSession()).toMatchObject({ status: 'in', viewing: true, user: { id: 'zoe' } })
    await after(5 * minute)
    expect(local.get('userInfo')).toBe(own)
    expect(session.currentSession().user?.id).toBe('zoe')
  })

  test('ends where it began; only the viewing is signed out', async () => {
    await view()
    await session.endViewing()
    expect(asked.at(-1)).toEqual({ call: 'POST /auth/logout', bearer: tokenUntil(start + 15 * minute, 'view') })
    await after(0)
    expect(went.at(-1)?.to).toBe('/doors?floor=2#d4')
    expect(session.currentSession()).toMatchObject({ status: 'in', viewing: false, user: { id: 'kwame' } })
  })

  test('leads back to oneself when it runs out, and no call is made with one’s own rights before', async () => {
    await view()
    answer = () => ({ status: 401, body: { code: 'UNAUTHENTICATED', message: 'x' } })
    vi.setSystemTime(start + 16 * minute)
    await api()
      .call(sessions, {})
      .catch(() => {})
    expect(calls('/auth/sessions')).toEqual([{ call: 'GET /auth/sessions', bearer: null }])
    await after(0)
    expect(session.currentSession()).toMatchObject({ status: 'in', viewing: false, user: { id: 'kwame' } })
  })
})
