// A provider as GitHub is one, on this machine: the plain code flow with PKCE that is enforced, codes that count once
// and for ten minutes, and the two addresses of its API that tell who somebody is.
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { answer, choicePage, listenOn, type People, readForm, type Registered } from './people.testing.ts'

export interface GitHubOfTests {
  readonly base: string
  readonly people: People
  register(clients: readonly Registered[]): void
  /** Lets time pass for the codes. */
  later(ms: number): void
  close(): Promise<void>
}

interface Asked {
  readonly client: Registered
  readonly redirectUri: string
  readonly state: string
  readonly challenge: string
}

const codeLifetimeMs = 600_000

export const openGitHub = async ({ port = 0 }: { port?: number } = {}): Promise<GitHubOfTests> => {
  const people: People = new Map()
  let clients: readonly Registered[] = []
  let shift = 0
  const now = () => Date.now() + shift
  const asked = new Map<string, Asked>()
  const codes = new Map<string, Asked & { login: string; until: number }>()
  const tokens = new Map<string, string>()

  const authorize = (query: URLSearchParams, response: ServerResponse) => {
    const client = clients.find(({ id }) => id === query.get('client_id'))
    const redirectUri = query.get('redirect_uri') ?? ''
    if (!client?.redirectUris.includes(redirectUri)) {
      return answer(response, 400, 'The redirect_uri is not associated with this application.', 'text/plain')
    }
    const challenge = query.get('code_challenge') ?? ''
    if (challenge === '' || query.get('code_challenge_method') !== 'S256') {
      return answer(response, 400, 'PKCE with S256 is required.', 'text/plain')
    }
    const id = random()
    asked.set(id, { client, redirectUri, state: query.get('state') ?? '', challenge })
    return answer(response, 200, choicePage('Sign in to GitHub', '/login/choose', people, { id }), 'text/html')
  }

  const choose = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await readForm(request)
    const [id, login] = [form.get('id') ?? '', form.get('login') ?? '']
    const question = asked.get(id)
    if (!question || !people.has(login)) return answer(response, 404, 'nobody of this name', 'text/plain')
    asked.delete(id)
    const code = random()
    codes.set(code, { ...question, login, until: now() + codeLifetimeMs })
    const back = new URL(question.redirectUri)
    back.search = new URLSearchParams({ code, state: question.state }).toString()
    return response.writeHead(302, { location: back.href }).end()
  }

  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const form = await readForm(request)
    const given = (name: string) => form.get(name) ?? ''
    const code = codes.get(given('code'))
    codes.delete(given('code'))
    const client = clients.find(({ id, secret }) => id === given('client_id') && secret === given('client_secret'))
    const refuse = (error: string) => answer(response, 200, { error })
    if (!client) return refuse('incorrect_client_credentials')
    if (!code || code.client !== client || code.until < now()) return refuse('bad_verification_code')
    if (code.redirectUri !== given('redirect_uri')) return refuse('redirect_uri_mismatch')
    if (createHash('sha256').update(given('code_verifier')).digest('base64url') !== code.challenge) {
      return refuse('bad_verification_code')
    }
    const token = `gho_${random()}`
    tokens.set(token, code.login)
    return answer(response, 200, { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' })
  }

  const api = (path: string, request: IncomingMessage, response: ServerResponse) => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const known = people.get(tokens.get(token) ?? '')
    if (!known || !request.headers['user-agent']) return answer(response, 401, { message: 'Bad credentials' })
    const { subject, login, name, email, verified } = known
    if (path === '/user') return answer(response, 200, { id: Number(subject), login, name: name || null, email: null })
    return answer(response, 200, [
      { email: `${login}@users.noreply.git.example`, primary: false, verified: true, visibility: null },
      { email, primary: true, verified, visibility: 'private' },
    ])
  }

  const { address: base, close } = await listenOn(port, (request, response) => {
    const url = new URL(request.url ?? '/', base)
    const at = `${request.method} ${url.pathname}`
    const work = async () => {
      if (at === 'GET /login/oauth/authorize') return authorize(url.searchParams, response)
      if (at === 'POST /login/choose') return await choose(request, response)
      if (at === 'POST /login/oauth/access_token') return await exchange(request, response)
      if (at === 'GET /api/v3/user' || at === 'GET /api/v3/user/emails') {
        return api(url.pathname.slice('/api/v3'.length), request, response)
      }
      return answer(response, 404, { message: 'Not Found' })
    }
    work().catch((error: unknown) => answer(response, 500, String(error), 'text/plain'))
  })
  return {
    base,
    people,
    close,
    register: (known) => (clients = known),
    later: (ms) => (shift += ms),
  }
}

const random = () => randomBytes(20).toString('hex')
