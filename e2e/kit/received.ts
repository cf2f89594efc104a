// All that a page receives from the server, for asserting what it must never be sent.
import type { Page } from '@playwright/test'

/**
 * Collects the texts of the page's WebSocket messages and of the successful responses whose address matches `wanted`, in
 * the order in which they can be read. A response whose page left before it could be read is missing.
 */
export const receivedBy = (page: Page, wanted = /\/socket\.io\//): string[] => {
  const received: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => received.push(payload.toString()))
  })
  page.on('response', (response) => {
    if (!wanted.test(response.url()) || response.status() !== 200) return
    response.text().then(
      (text) => received.push(text),
      () => undefined,
    )
  })
  return received
}
