// A gateway in front of a product, behind which it is deployed anew: the same application under new names, the old files
// gone. It can also lose the product.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'

export interface Deployments {
  readonly address: string
  /** From now on the next build is served. */
  readonly deploy: () => void
  /** The next build is served, but a cache in between still hands out the one before, all but these files. */
  readonly deployBehindCache: (gone: RegExp) => void
  /** Nobody answers any more. */
  readonly lose: () => void
  readonly find: () => void
  readonly close: () => Promise<void>
}

export const createDeployments = async (product: string): Promise<Deployments> => {
  const { hostname, port } = new URL(product)
  const { build: firstBuild }: { build: string } = await (await fetch(`${product}/build.json`)).json()
  let build = 1
  let gone: RegExp | undefined
  let isLost = false

  const serve = (asked: IncomingMessage, answer: ServerResponse): void => {
    const path = asked.url ?? '/'
    if (isLost) {
      asked.socket.destroy()
      return
    }
    const of = gone && path !== '/build.json' ? 1 : build
    const own = gone?.test(path) ? null : pathIn(of, path)
    if (own === null) {
      answer.writeHead(404).end()
      return
    }
    const { 'if-none-match': _tag, 'if-modified-since': _time, ...stored } = asked.headers
    const headers = { ...stored, 'accept-encoding': 'identity' }
    const onward = request({ hostname, port, path: own, method: asked.method, headers }, (given) => {
      const type = String(given.headers['content-type'])
      if (!/html|javascript|css|json/.test(type) || path.startsWith('/api/') || of === 1) {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
        return
      }
      let text = ''
      given.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      given.on('end', () => {
        const { 'content-length': _, ...rest } = given.headers
        answer
          .writeHead(given.statusCode ?? 502, rest)
          .end(namedAs(of, text).replaceAll(firstBuild, `${firstBuild}-${of}`))
      })
    })
    onward.on('error', () => asked.socket.destroy())
    asked.pipe(onward)
  }

  const server = createServer(serve)
  server.on('upgrade', (asked, socket, head) => {
    if (isLost) {
      socket.destroy()
      return
    }
    const onward = connect(Number(port), hostname, () => {
      const lines = Object.entries(asked.headers).map(([name, value]) => `${name}: ${String(value)}`)
      onward.write(`GET ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      socket.pipe(onward).pipe(socket)
    })
    for (const end of [socket, onward]) end.on('error', () => [socket, onward].forEach((each) => each.destroy()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  return {
    address: `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`,
    deploy: () => {
      build += 1
      gone = undefined
    },
    deployBehindCache: (files) => {
      build += 1
      gone = files
    },
    lose: () => {
      isLost = true
      server.closeAllConnections()
    },
    find: () => void (isLost = false),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

// `/assets/2.index-1a2b3c4.js` is what the first build calls `/assets/index-1a2b3c4.js`.
const pathIn = (build: number, path: string): string | null => {
  if (!path.startsWith('/assets/')) return path
  if (build === 1) return path
  const own = `/assets/${build}.`
  return path.startsWith(own) ? `/assets/${path.slice(own.length)}` : null
}

const namedAs = (build: number, text: string): string =>
  text
    .replaceAll(/(["'`(/])assets\/(?=[\w.-]+\.(?:js|css|woff2|svg|png))/g, `$1assets/${build}.`)
    .replaceAll(/(["'`])\.\/(?=[\w.-]+\.js["'`])/g, `$1./${build}.`)
