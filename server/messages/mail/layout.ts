// How a letter looks: one layout for all, as HTML that mail programs of every age can show, and the same as text.

import { drawnQr } from './qr-table.ts'

/** A paragraph, a button with its link, a code to type or to scan, a small table, or what somebody else wrote, line by line. */
export type Block =
  | { readonly text: string }
  | { readonly button: string; readonly link: string }
  | { readonly code: string }
  | { readonly qr: string }
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly quote: string }

export interface Sheet {
  readonly title: string
  readonly greeting: string
  readonly blocks: readonly Block[]
  readonly why: string
}

export interface LaidOut {
  readonly text: string
  readonly html: string
}

export const layOut = ({ title, greeting, blocks, why }: Sheet, base: string): LaidOut => {
  const host = new URL(base).host
  const complete = (block: Block): Block =>
    'button' in block ? { ...block, link: new URL(block.link, base).href } : block
  const all = blocks.map(complete)
  return {
    text: `${[greeting, ...all.filter((block) => !('qr' in block)).map(textOf), `--\n${why}`, `Gatehouse, ${host}`].map(wrapped).join('\n\n')}\n`,
    html: pageOf(
      title,
      [`<p class="ink" style="${paragraph}">${escaped(greeting)}</p>`, ...all.map(htmlOf)].join('\n'),
      [why, host],
    ),
  }
}

const textOf = (block: Block): string => {
  if ('text' in block) return block.text
  if ('button' in block) return `${block.button}:\n${block.link}`
  if ('code' in block) return `    ${block.code}`
  if ('quote' in block) return quoted(block.quote)
  if ('qr' in block) return ''
  return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
}

const linesOf = (text: string): string[] => text.split(/\r\n|[\n\r\u2028\u2029]/)

const columns = 72
const quotedColumns = columns - 2

// A link stays in one piece, however long.
const wrapped = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.startsWith(' ') ? line : line.split(' ').reduce(appended(columns), '')))
    .join('\n')

const appended =
  (widest: number) =>
  (text: string, word: string): string => {
    const column = text.length - text.lastIndexOf('\n') - 1
    return text === '' ? word : `${text}${column + 1 + word.length > widest ? '\n' : ' '}${word}`
  }

const quoted = (text: string): string =>
  linesOf(text)
    .flatMap((line) => line.split(' ').reduce(appended(quotedColumns), '').split('\n'))
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

const font = `font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`
const paragraph = `margin:0 0 16px;${font};font-size:16px;line-height:24px;color:#1b2733`
const small = `margin:0 0 8px;${font};font-size:13px;line-height:20px;color:#5a6b7b`

const htmlOf = (block: Block): string => {
  if ('text' in block) return `<p class="ink" style="${paragraph}">${escaped(block.text)}</p>`
  if ('code' in block)
    return `<p class="code" style="margin:0 0 16px;padding:16px;border-radius:8px;background:#eef3f7;text-align:center;
font-family:Menlo,Consolas,monospace;font-size:28px;line-height:36px;letter-spacing:6px;color:#1b2733"><strong>${escaped(block.code)}</strong></p>`
  if ('qr' in block) return drawnQr(block.qr)
  if ('facts' in block)
    return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">${block.facts
      .map(
        ([name, value]) =>
          `<tr><td class="dim" valign="top" style="${small};padding:2px 16px 2px 0">${escaped(name)}</td>` +
          `<td class="ink" valign="top" style="${small};padding:2px 0;color:#1b2733;word-break:break-word">${escaped(value)}</td></tr>`,
      )
      .join('')}</table>`
  if ('quote' in block)
    return `<p class="ink" style="${paragraph};padding-left:16px;border-left:3px solid #dce4eb;word-break:break-word">${linesOf(
      block.quote,
    )
      .map(escaped)
      .join('<br>')}</p>`
  const link = escaped(block.link)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 16px"><tr>
<td class="button" style="border-radius:8px;background:#006a93"><a href="${link}" style="display:inline-block;padding:12px 24px;
${font};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(block.button)}</a></td></tr></table>
<p class="dim" style="${small};margin-bottom:16px">Or open this address: <a class="link" href="${link}" style="color:#006a93;word-break:break-all">${link}</a></p>`
}

// Programs that know no dark scheme show the light one, which stands in the styles of the elements.
const dark = `@media (prefers-color-scheme: dark) {
body, .page { background: #0f171f !important } .card { background: #18232e !important; border-color: #2a3a49 !important }
.ink { color: #e6edf3 !important } .dim { color: #9db0c1 !important } .brand { color: #4fc3f7 !important }
.link { color: #4fc3f7 !important } .code { background: #0f171f !important; color: #e6edf3 !important }
.button { background: #4fc3f7 !important } .button a { color: #06202d !important } .line { border-color: #2a3a49 !important } }`

const pageOf = (title: string, body: string, [why, host]: readonly [string, string]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>
${dark}
</style>
</head>
<body style="margin:0;padding:0;background:#f3f6f9">
<div role="main">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f6f9"><tr>
<td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="brand" style="padding:0 8px 16px;${font};font-size:18px;line-height:24px;font-weight:700;color:#006a93">Gatehouse</td></tr>
<tr><td class="card" style="padding:32px 28px 20px;border:1px solid #dce4eb;border-radius:8px;background:#ffffff">
<h1 class="ink" style="margin:0 0 20px;${font};font-size:22px;line-height:30px;font-weight:700;color:#1b2733">${escaped(title)}</h1>
${body}
</td></tr>
<tr><td style="padding:20px 8px 0"><p class="dim" style="${small}">${escaped(why)}</p>
<p class="dim" style="${small}">Gatehouse, ${escaped(host)}</p></td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '')
