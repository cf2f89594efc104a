// A browser as the tests of components have it: a screen, a keyboard, the server, and time that stands still. What is
// opened in it is the real application, with its real routes; or one component.
import { checkSession, type User } from '@gatehouse/contract/identity/auth'
import type { Permission } from '@gatehouse/contract/permissions'
import { configure } from '@testing-library/dom'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { expect, onTestFinished, vi } from 'vitest'
import { createRouter } from '../../routes.tsx'
import type { Page } from '../../route-table.ts'
import { CrashBoundary } from '../../site/errors/crash-boundary.tsx'
import { aUser } from './a-user.testing.ts'
import { startApplication } from '../application.ts'
import { settleArrival } from '../session/arrival.ts'
import { crashed } from '../crash.ts'
import { createFakeServer, type FakeServer } from './fake-server.testing.ts'
import { type FakeScreen, setUpScreen } from './fake-screen.testing.ts'
import { advance, holdTime, settled } from './fake-time.testing.ts'
import { openSocket } from '../live/open-socket.ts'
import { startSession } from '../session/session.ts'
import { followSystemTheme } from '../hands/theme-mode.ts'

export interface TestBrowser {
  readonly server: FakeServer
  readonly user: UserEvent
  /** Somebody is signed in, as their browser and the server know it. */
  readonly signedIn: (changes?: Partial<Omit<User, 'permissions'>> & { permissions?: readonly Permission[] }) => User
  /** Loads the application at an address; what comes half a second late is there as well, but for `at once`. */
  readonly open: (address: string, how?: 'at once', pages?: readonly Page[]) => Promise<void>
  readonly draw: (component: ReactNode) => Promise<void>
  /** What this test provokes on purpose; anything else that the console is given fails it. */
  readonly expectInConsole: (message: RegExp) => void
  readonly address: () => string
}

export const aBrowser = (screen: FakeScreen = {}): TestBrowser => {
  holdTime()
  document.documentElement.lang = 'en'
  setUpScreen(screen)
  const server = createFakeServer()
  const console = watchConsole()
  // After each act of the user, as in a browser, all has happened that follows at once.
  configure({
    asyncWrapper: async (act) => {
      const result = await act()
      await settled()
      return result
    },
  })
  let end = async () => {}

  const begin = () => startApplication().replace(openSocket, server.openSocket)

  const show = async (component: ReactNode): Promise<Root> => {
    const place = document.createElement('div')
    place.id = 'root'
    document.body.append(place)
    const root = createRoot(place, { onCaughtError: crashed, onUncaughtError: crashed })
    root.render(component)
    await settled()
    return root
  }

  onTestFinished(async () => {
    await end()
    document.body.replaceChildren()
    document.head.querySelectorAll('title').forEach((title) => title.remove())
    for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name]
    localStorage.clear()
    sessionStorage.clear()
    window.history.replaceState(null, '', '/')
    expect([...server.faults(), ...console.faults()], 'what no page may do').toEqual([])
  })

  return {
    server,
    user: settling(userEvent.setup({ delay: null })),
    expectInConsole: console.expect,
    address: () => window.location.pathname + window.location.search + window.location.hash,
    signedIn: (changes = {}) => {
      const { permissions = [], ...others } = changes
      const user = aUser({ id: uuid(1), permissions: [...permissions], ...others })
      const token = aToken()
      localStorage.setItem('userInfo', JSON.stringify({ ...user, token }))
      server.answers(checkSession, { success: true, token, user })
      return user
    },
    open: async (address, how, pages) => {
      await end()
      begin()
      window.history.replaceState(null, '', address)
      settleArrival()
      startSession((to, state) => router.navigate(to, { state }), 'application')
      const router = createRouter(pages)
      followSystemTheme()
      const root = await show(
        <CrashBoundary>
          <RouterProvider router={router} />
        </CrashBoundary>,
      )
      end = async () => {
        root.unmount()
        router.dispose()
        await settled()
      }
      if (how !== 'at once') await advance('500 ms')
    },
    draw: async (component) => {
      await end()
      begin()
      const root = await show(component)
      end = async () => {
        root.unmount()
        await settled()
      }
    },
  }
}

/** What follows from a press without time passing has happened when it returns: answers, parts that are loaded, drawings. */
const settling = (user: UserEvent): UserEvent =>
  new Proxy(user, {
    get(target, name) {
      const action: unknown = Reflect.get(target, name)
      if (typeof action !== 'function') return action
      return async (...given: unknown[]) => {
        const done: unknown = await Reflect.apply(action, target, given)
        await settled()
        return done
      }
    },
  })

/** All at once, as a password manager does: for fields whose typing a test is not about. */
export const fill = async ({ user }: Pick<TestBrowser, 'user'>, field: HTMLElement, text: string): Promise<void> => {
  await user.clear(field)
  if (text !== '') await user.paste(text)
}

export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** As the server's, for eight hours; what it may do is in the user. */
export const aToken = (changes: { readonly exp?: number } = {}): string => {
  const exp = Math.floor(Date.now() / 1000) + 8 * 3_600
  const claims = { exp, sessionToken: 's'.repeat(43), permissions: [], ...changes }
  return `e30.${btoa(JSON.stringify(claims))}.signature`
}

const watchConsole = () => {
  const seen: string[] = []
  const expected: RegExp[] = [
    // Of the DOM, which does not know this element.
    /The tag <%s> is unrecognized in this browser.* search$/,
    // Of React's development build: a part that is fetched later is asked for only until it is there (ui/feedback/later.tsx).
    /This library called use\(\) to suspend in a previous render/,
  ]
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...given: unknown[]) => {
      seen.push(given.map((each) => (each instanceof Error ? (each.stack ?? each.message) : String(each))).join(' '))
    })
  }
  return {
    expect: (message: RegExp) => void expected.push(message),
    faults: () => seen.filter((message) => !expected.some((pattern) => pattern.test(message))),
  }
}
