// The live connection of a page, watched and cut.
import type { Page, WebSocketRoute } from '@playwright/test'

/** The page's live connection: what comes over it, and how to cut that, and only that. */
export const lineOf = async (page: Page) => {
  const open = new Set<WebSocketRoute>()
  const awaited = new Map<string, () => void>()
  const comes = (payload: string) => {
    for (const [text, resolve] of awaited) if (payload.includes(text)) resolve()
  }
  let down = false
  await page.context().route('**/socket.io/**', async (route) => {
    if (down) return route.abort()
    const response = await route.fetch()
    await route.fulfill({ response })
    comes(await response.text())
  })
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    open.add(socket)
    const server = socket.connectToServer()
    server.onMessage((message) => {
      socket.send(message)
      comes(message.toString())
    })
  })
  return {
    /** Resolves once the page has been sent this. */
    arrival: (text: string) => new Promise<void>((resolve) => void awaited.set(text, resolve)),
    cut: async () => {
      down = true
      for (const socket of open) await socket.close()
      open.clear()
    },
    mend: () => {
      down = false
    },
  }
}
