import { describe, expect, it } from 'vitest'
import { CannotStart, readConfig } from './config.ts'

const refusal = (env: Record<string, string>) => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof CannotStart) return error.message
    throw error
  }
  return 'nothing'
}

describe('settings', () => {
  it('have defaults, also where they are empty', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      mqttPort: 1883,
      databaseUrl: undefined,
      demo: undefined,
      logLevel: 'warn',
    })
  })

  it.each<[Record<string, string>, ...(string | RegExp)[]]>([
    [{ PORT: 'abc' }, 'PORT=abc', /number/],
    [{ PORT: '70000' }, 'PORT=70000', /65535/],
    [{ MQTT_PORT: '-1' }, 'MQTT_PORT=-1'],
    [{ DATABASE_URL: 'foo' }, 'DATABASE_URL=foo', /postgres:\/\//],
    [{ DATABASE_URL: 'mysql://root:geheim@localhost/x' }, 'DATABASE_URL=mysql://root:...@localhost/x', /postgres:\/\//],
    [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL=localhost:6379', /redis:\/\//],
    [{ MQTT_URL: 'http://localhost' }, 'MQTT_URL=http://localhost', /mqtt:\/\//],
    [{ PUBLIC_URL: 'example.com' }, 'PUBLIC_URL=example.com', /https:\/\//],
    [{ GOOGLE_ISSUER: 'http://accounts.example' }, 'GOOGLE_ISSUER=http://accounts.example', /https:\/\//],
    [{ GITHUB_BASE_URL: 'http://git.example' }, 'GITHUB_BASE_URL=http://git.example', /https:\/\//],
    [{ OUTBOUND_ALLOW: '10.0.0.0/8, https://hooks' }, 'OUTBOUND_ALLOW=10.0.0.0/8, https://hooks', /networks/],
    [{ DEMO: 'perhaps' }, 'DEMO=perhaps', /on.*off/],
    [{ DEMO_PASSWORD: 'geheim' }, 'DEMO_PASSWORD', /8 characters/],
    [{ METRICS_TOKEN: 'geheim' }, 'METRICS_TOKEN', /16 characters/],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL=loud', /warn/],
  ])('%o is refused in one line that names it and tells no secret', (env, ...words) => {
    const line = refusal(env)
    for (const word of words) expect(line).toMatch(word)
    expect(line).not.toMatch(/geheim|\n/)
  })
})
