// Google and GitHub of the tests together, with the settings that make an installation use them. A program too:
// `node server/identity/social/providers.testing.ts http://127.0.0.1:3000` prints the settings and the people as one line of
// JSON and serves that installation until it is ended.
import { callbackPath } from '@gatehouse/contract/identity/social'
import { type GitHubOfTests, openGitHub } from './github.testing.ts'
import { type GoogleOfTests, openGoogle } from './google.testing.ts'
import type { Known } from './people.testing.ts'

export interface ProvidersOfTests {
  readonly google: GoogleOfTests
  readonly github: GitHubOfTests
  readonly env: Record<string, string>
  /** Lets both know where the installation is. */
  serve(address: string): void
  /** The same person at both. */
  know(person: Known): Known
  close(): Promise<void>
}

const clientOf = (provider: 'google' | 'github') => ({
  id: `gatehouse-at-${provider}`,
  secret: `secret-of-${provider}`,
})

export const openProviders = async (ports: { google?: number; github?: number } = {}): Promise<ProvidersOfTests> => {
  const google = await openGoogle(ports.google === undefined ? {} : { port: ports.google })
  const github = await openGitHub(ports.github === undefined ? {} : { port: ports.github })
  return {
    google,
    github,
    env: {
      GOOGLE_CLIENT_ID: clientOf('google').id,
      GOOGLE_CLIENT_SECRET: clientOf('google').secret,
      GOOGLE_ISSUER: google.issuer,
      GITHUB_CLIENT_ID: clientOf('github').id,
      GITHUB_CLIENT_SECRET: clientOf('github').secret,
      GITHUB_BASE_URL: github.base,
    },
    serve(address) {
      google.register([{ ...clientOf('google'), redirectUris: [`${address}${callbackPath.google}`] }])
      github.register([{ ...clientOf('github'), redirectUris: [`${address}${callbackPath.github}`] }])
    },
    know(person) {
      google.people.set(person.login, person)
      github.people.set(person.login, person)
      return person
    },
    async close() {
      await google.close()
      await github.close()
    },
  }
}

const somebody = (login: string, name: string, subject: string, verified = true): Known => ({
  login,
  name,
  subject,
  email: `${login}@people.example`,
  verified,
})

if (import.meta.main) {
  const providers = await openProviders()
  providers.serve(process.argv[2] ?? 'http://127.0.0.1:3000')
  const people = [
    somebody('grace', 'Grace Hopper', '1001'),
    somebody('ada', 'Ada Lovelace', '1002'),
    somebody('eve', 'Eve Unproven', '1003', false),
    somebody('mary', 'Mary Allen', '1004'),
  ]
  for (const person of people) providers.know(person)
  process.stdout.write(`${JSON.stringify({ env: providers.env, people })}\n`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void providers.close())
}
