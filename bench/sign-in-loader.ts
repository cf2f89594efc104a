// Signs in over and over, checks who each answer is for, and takes the time of each.
import { Agent, request } from 'node:http'
import { z } from 'zod'
import { serveJob } from './load.ts'
import { job } from './sign-in-job.ts'

const signedIn = z.object({ token: z.string(), user: z.object({ email: z.string() }) })

serveJob(job, async ({ address, accounts, connections, seconds }) => {
  const answer = await fetch(`${address}/api/auth/csrf-token`)
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await answer.json())
  const headers = {
    'content-type': 'application/json',
    'x-csrf-token': csrfToken,
    cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
  }
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  // Everybody from somewhere else, as behind a proxy: limits per address are not what is measured here.
  const from = (nth: number) => `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
  const post = (body: string, nth: number) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = { ...headers, 'x-forwarded-for': from(nth) }
      const asked = request(`${address}/api/auth/signin`, { method: 'POST', agent, headers: sent }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      asked.once('error', reject)
      asked.end(body)
    })
  const isRight = ({ email, right }: (typeof accounts)[number], { status, text }: { status: number; text: string }) =>
    right ? status === 200 && signedIn.parse(JSON.parse(text)).user.email === email : status === 401

  return async () => {
    let given = 0
    let wrong = 0
    let firstWrong: string | null = null
    const took: number[] = []
    const started = performance.now()
    const going = () => (seconds === undefined ? given < accounts.length : performance.now() - started < seconds * 1000)
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (going()) {
          const nth = given++
          const account = accounts[nth % accounts.length]
          if (!account) return
          const { email, password } = account
          const since = performance.now()
          const results = await post(JSON.stringify({ email, password }), nth)
          took[nth] = performance.now() - since
          if (isRight(account, results)) continue
          wrong++
          firstWrong ??= `${results.status} ${results.text.slice(0, 200)}`
        }
      }),
    )
    return { answered: took.length, wrong, firstWrong, seconds: (performance.now() - started) / 1000, took }
  }
})
