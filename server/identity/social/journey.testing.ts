// The way of a browser to a provider and back, step by step, so that an attack can take any one of them.
import * as social from '@gatehouse/contract/identity/social'
import type { Provider } from '@gatehouse/contract/identity/social'
import { password } from '../../testing/building.testing.ts'
import type { Answer, ApiClient } from '../../testing/test-server.testing.ts'

export const startOf = { google: social.google, github: social.github } as const

/** Where we send the browser. */
export const setOut = async (visitor: ApiClient, provider: Provider): Promise<URL> => {
  const { status, headers } = await visitor.try(startOf[provider])
  if (status !== 302) throw new Error(`setting out for ${provider} was answered with ${status}`)
  return new URL(headers.get('location') ?? '')
}

/** What the provider answers when this person is chosen: where it sends the browser, or the page of its refusal. */
export const choose = async (
  url: URL,
  login: string,
): Promise<{ readonly back: URL } | { readonly refused: string }> => {
  const cookies = new Map<string, string>()
  let next: { url: URL; form?: URLSearchParams } = { url }
  for (let steps = 0; steps < 12; steps++) {
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form ? { method: 'POST', body: next.form } : {}),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const page = await response.text()
    if (location) {
      const to = new URL(location, next.url)
      if (to.origin !== url.origin) return { back: to }
      next = { url: to }
    } else if (response.status === 200 && page.includes(`value="${login}"`)) {
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
      const id = /name="id" value="([^"]+)"/.exec(page)?.[1]
      next = { url: new URL(action, next.url), form: new URLSearchParams({ login, ...(id ? { id } : {}) }) }
    } else return { refused: `${response.status} ${page}` }
  }
  throw new Error('the provider sends the browser round in circles')
}

/** The address that the provider sends the browser to. */
export const goTo = async (url: URL, login: string): Promise<URL> => {
  const outcome = await choose(url, login)
  if ('refused' in outcome) throw new Error(`the provider refused: ${outcome.refused}`)
  return outcome.back
}

/** What our own page then calls. */
export const comeBack = (visitor: ApiClient, provider: Provider, back: URL): Promise<Answer> =>
  visitor.try(social.callback, { provider, ...Object.fromEntries(back.searchParams) })

export const signInBy = async (visitor: ApiClient, provider: Provider, login: string): Promise<Answer> => {
  const answer = await comeBack(visitor, provider, await goTo(await setOut(visitor, provider), login))
  const { body } = answer
  const token = typeof body === 'object' && body && 'token' in body ? body.token : undefined
  if (typeof token === 'string') visitor.token = token
  return answer
}

/** From inside the account that is signed in; accounts without a password are asked for none. */
export const connectBy = async (visitor: ApiClient, provider: Provider, login: string): Promise<Answer> => {
  const { url } = await visitor.call(social.connect, { provider, password })
  return comeBack(visitor, provider, await goTo(new URL(url), login))
}
