// The page of a mailed pass: all in one file, without scripts, for any phone and any printer.
import type { Pass } from '@gatehouse/contract/access/passes'
import { renderSVG } from 'uqr'

interface Shown {
  readonly pass: Pass
  readonly code: string
  readonly company: string
  readonly timeZone: string
}

export const passPage = ({ pass, code, company, timeZone }: Shown): Buffer => {
  const facts: [name: string, value: string][] = [
    ['Visitor', pass.company === '' ? pass.visitor : `${pass.visitor}, ${pass.company}`],
    ...(pass.host ? [['Host', pass.host.name] as [string, string]] : []),
    ['From', momentIn(pass.from, timeZone)],
    ['Until', momentIn(pass.to, timeZone)],
    ...(pass.uses === null ? [] : [['Entries allowed', timesOf(pass.uses)] as [string, string]]),
    ...(pass.escortNeeded ? [['Please note', 'You are let in together with your host'] as [string, string]] : []),
  ]
  const list = facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join('')
  const good = pass.state === 'issued'
  return page(
    `Visitor pass for ${company}`,
    `<p class="company">${escaped(company)}</p><h1>Visitor pass</h1>
${good ? `<div class="code">${qrOf(code)}</div><p>Hold this code to the reader at the door.</p>` : `<p class="over" role="status">${over[pass.state]}</p>`}
<dl>${list}</dl>`,
  )
}

export const noSuchPass = (): Buffer =>
  page(
    'No such pass',
    '<h1>No such pass</h1><p>This link is void: the pass was withdrawn, or a newer letter has come since. Look for the newest letter, or ask your host.</p>',
  )

const over: Record<Pass['state'], string> = {
  issued: '',
  used: 'This pass has been used and lets nobody in any more.',
  expired: 'The time of this pass is over.',
  withdrawn: 'This pass was withdrawn.',
}

const timesOf = (uses: number) => (uses === 1 ? 'once' : `${uses} times`)

/** Drawn in black on white whatever the screen's colours: readers see it best. */
const qrOf = (code: string): string => renderSVG(code, { border: 2, ecc: 'M' })

const momentIn = (at: string, timeZone: string): string =>
  new Date(at).toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone })

const page = (title: string, body: string): Buffer =>
  Buffer.from(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><style>${styles}</style></head>
<body><main>${body}</main></body></html>
`)

const styles = `body{margin:0;font:18px/1.5 system-ui,sans-serif;color:#1b2733;background:#eef3f7}
main{box-sizing:border-box;max-width:26rem;margin:0 auto;padding:1.5rem 1.25rem;min-height:100vh;background:#fff}
h1{margin:0 0 1rem;font-size:1.6rem;line-height:1.2}.company{margin:0;color:#4a5a68}
.code{background:#fff;padding:.5rem;border-radius:8px}.code svg{display:block;width:100%;height:auto}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:1.5rem 0 0}dt{color:#4a5a68}dd{margin:0}
.over{padding:1rem;border-radius:8px;background:#fde8e8;color:#8a1c1c;font-weight:600}
@media(prefers-color-scheme:dark){body{background:#0f161d;color:#e6edf3}main{background:#161f29}
.company,dt{color:#a9b8c6}.over{background:#4a1d1f;color:#ffd7d7}}
@media print{body{background:#fff;color:#000}main{min-height:0;background:#fff}.code svg{max-width:8cm}}`

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
