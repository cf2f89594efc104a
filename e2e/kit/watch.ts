// What no page may ever do, whatever a test is about: errors in the console, a policy broken, another origin asked.
import type { BrowserContext } from '@playwright/test'

export interface Watch {
  /** A message that this test provokes on purpose. */
  expect(message: RegExp): void
  /** What was seen and is not expected. */
  faults(): string[]
  follow(context: BrowserContext): void
}

export const createWatch = (origin: string): Watch => {
  const seen: string[] = []
  const expected: RegExp[] = [
    // Most tests do without the service worker.
    /Service Worker registration blocked by Playwright/,
    // What Chromium says when a page is left, or a session ends, while the connection is still moving to WebSocket.
    /WebSocket is closed before the connection is established/,
  ]
  return {
    expect: (message) => void expected.push(message),
    faults: () => seen.filter((message) => !expected.some((pattern) => pattern.test(message))),
    follow: (context) => {
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          const about = message.location().url
          seen.push(`console ${message.type()} at ${message.page()?.url()}: ${message.text()} (${about})`)
        }
      })
      context.on('weberror', (error) => void seen.push(`uncaught: ${error.error().stack ?? error.error().message}`))
      context.on('request', (request) => {
        const url = new URL(request.url())
        const own = url.origin === origin || url.origin === origin.replace(/^http/, 'ws')
        if (!own && url.protocol !== 'data:' && url.protocol !== 'blob:') seen.push(`asked another origin: ${url.href}`)
      })
    },
  }
}

/** What the browser says of an answer that is not 2xx, and of one that never came: FAILED where a service worker asked. */
export const failedWith = (status: number) => new RegExp(`the server responded with a status of ${status}\\b`)
export const unreachable =
  /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|CONNECTION_CLOSED|INCOMPLETE_CHUNKED_ENCODING|NETWORK_CHANGED|INTERNET_DISCONNECTED|FAILED)|WebSocket (connection|is closed)/

/** The blog is one for all: another test deletes its article, whose picture is asked for on a page that lists all. */
export const pictureOfAnother = /the server responded with a status of 404\b.*\/api\/blog\/pictures\//

/** What a live connection still had under way, by polling or to become a WebSocket, when the server or the page ended it. */
export const pollEnded =
  /the server responded with a status of 400\b.*\/socket\.io\/|\/socket\.io\/\S+ failed: .*response code: 400\b/

/** What it says when a session ends, here or in another tab, while the page has something under way. */
export const refusedOnTheWay = failedWith(401)
