// The block a start prints: address, accounts, where the data lies, how to stop.
import type { Config } from './kit/config.ts'
import type { Gatehouse } from './main.ts'

export const announcement = (config: Config, { address, devices, location, demo, setUp }: Gatehouse): string => {
  const lines: [string, string][] = [
    ['Address', config.publicUrl ?? address],
    ['Devices', devices],
  ]
  for (const [i, email] of (demo?.accounts ?? []).entries()) lines.push([i === 0 ? 'Sign in' : '', email])
  if (demo) {
    lines.push(['Password', `${demo.password}   (demo accounts, all the same)`])
    lines.push(['Gateway', 'MQTT user demo-gateway, same password'])
  }
  if (setUp)
    lines.push(['Set up', setUp], ['', 'makes the first administrator: once, within 24 hours, until the next start'])
  if (!config.smtpUrl)
    lines.push([
      'Mail',
      demo ? `${config.publicUrl ?? address}/demo/mailbox` : `kept in ${config.dataDir}/mailbox (no SMTP_URL)`,
    ])
  lines.push(['Data', location ? `${config.dataDir}  (store in ${location})` : `${config.dataDir} and DATABASE_URL`])
  lines.push(['Stop', 'Ctrl-C'])
  const title = demo ? 'Gatehouse is running, in demo mode' : 'Gatehouse is running'
  return `\n  ${title}\n\n${lines.map(([name, value]) => `  ${name.padEnd(10)}${value}`).join('\n')}\n\n`
}
