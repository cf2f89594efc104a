// What every server must offer to be asked for lists, and the proof that it shows each caller its own rows only.
import type { Job } from '../http-job.ts'
import { companies, type Data, newestOf } from './list-data.ts'
import type { Running } from '../kit/processes.ts'

export interface ListServer {
  readonly name: string
  readonly port: number
  readonly running: Running
  /** One per company, in order: how its guard asks for the newest 20. */
  readonly callers: readonly { readonly path: string; readonly headers: Record<string, string> }[]
  /** The same question about another company's rows, in whatever way the server allows it to be asked. */
  foreign(company: number): string
  read(body: unknown): { company: number; at: string }[]
}

/**
 * Asks as every guard, compares with what the rows are by definition, and tries to see the neighbour's. Returns the
 * callers with the answers that are right from here on. Throws when anything is amiss: that voids the row.
 */
export const checkLists = async (server: ListServer, url: string, data: Data): Promise<Job['callers']> => {
  const base = `http://127.0.0.1:${server.port}`
  const checked: Job['callers'] = []
  for (const [company, { path, headers }] of server.callers.entries()) {
    const answer = await fetch(base + path, { headers })
    const expected = await answer.text()
    if (!answer.ok) throw new Error(`${server.name}: ${answer.status} ${expected.slice(0, 200)}`)
    const rows = server.read(JSON.parse(expected))
    const times = await newestOf(url, data, company)
    if (rows.length !== 20 || rows.some((row, i) => row.company !== company || row.at !== times[i]))
      throw new Error(`${server.name}: company ${company} does not get its newest 20 rows`)
    const other = await fetch(base + server.foreign((company + 1) % companies), { headers })
    const seen = other.ok ? server.read(await other.json()) : []
    if (seen.some((row) => row.company !== company))
      throw new Error(`${server.name}: company ${company} can see another company's rows`)
    checked.push({ path, headers: { ...headers }, expected })
  }
  return checked
}
