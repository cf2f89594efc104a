// The limit for lists: the same statement against the same rows with nothing around it, by pgbench.
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runHome } from '../cache.ts'
import { pinnedTo, loaderCpu } from '../kit/processes.ts'
import { createHistogram, type Spread } from '../kit/stats.ts'

/** What the server asks for a page: its own columns with the names that people read, of one company. */
const pageOf = (companyId: string) => `
select l.id, l.user_id, l.door_id, l.zone_id, l.type, l.at::text, l.result, l.reason, l.method, l.taken, l.source,
  l.device_at::text, l.received_at::text, l.correlation_id
from entry_exit_log l where l.company_id = '${companyId}'
order by l.at desc, l.id desc limit 21;
`

export const hasPgbench = (): boolean => {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export const runPgbench = async (
  url: string,
  companyIds: readonly string[],
  connections: number,
  seconds: number,
  rate?: number,
): Promise<{ perSecond: number; latency: Spread }> => {
  const home = join(runHome(), 'pgbench')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home)
  const scripts = companyIds.flatMap((id, n) => {
    writeFileSync(join(home, `${n}.sql`), pageOf(id))
    return ['-f', `${n}.sql`]
  })
  const settings = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '1', '-T', String(seconds), '-l']
  // At a rate its latencies count from the moment a transaction was due, as ours do.
  if (rate !== undefined) settings.push('-R', String(Math.round(rate)))
  const [program, ...args] = pinnedTo(loaderCpu, ['pgbench', ...settings, '--log-prefix=each', ...scripts, url])
  const { stdout } = await promisify(execFile)(program ?? 'pgbench', args, { cwd: home })
  const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1]
  if (perSecond === undefined || /number of failed transactions: [1-9]/.test(stdout))
    throw new Error(`pgbench: ${stdout}`)
  const latencies = createHistogram()
  for (const file of readdirSync(home).filter((name) => name.startsWith('each')))
    for (const line of readFileSync(join(home, file), 'latin1').split('\n')) {
      const micros = line.split(' ')[2]
      if (micros !== undefined) latencies.add(Number(micros) / 1000)
    }
  return { perSecond: Number(perSecond), latency: latencies.spread() }
}
