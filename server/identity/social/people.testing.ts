// Whom the providers of the tests know, and the page on which one of them is chosen: by a click or by a program.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Known {
  readonly subject: string
  readonly login: string
  readonly name: string
  readonly email: string
  readonly verified: boolean
}

/** By login. */
export type People = Map<string, Known>

/** What our installation is to a provider. */
export interface Registered {
  readonly id: string
  readonly secret: string
  readonly redirectUris: readonly string[]
}

/** Buttons that a person presses and a program can find: each is a form of its own. */
export const choicePage = (title: string, action: string, people: People, hidden: Record<string, string>): string => {
  const stored = Object.entries(hidden).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  const buttons = [...people.values()].map(
    ({ login, name }) => `<form method="post" action="${action}">${stored.join('')}
      <button name="login" value="${login}">Continue as ${name || login}</button></form>`,
  )
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${buttons.join('')}</html>`
}

export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += String(piece)
  return new URLSearchParams(text)
}

export const answer = (response: ServerResponse, status: number, body: unknown, type = 'application/json') =>
  response
    .writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
    .end(typeof body === 'string' ? body : JSON.stringify(body))

export const listenOn = async (port: number, listener: RequestListener) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: bound } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${bound}`,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
