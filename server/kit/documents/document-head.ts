// What the head of a public document says of its page: to browsers, to search engines, and to whoever shares it.
import type { Rendered } from './renderer.ts'

const siteName = 'Gatehouse'
const cardWidth = 1200
const cardHeight = 630
const usualCard = '/pictures/card.png'

/** `origin`: where this installation is reached, without a slash at the end. */
export const headOf = (head: Rendered['head'], path: string, origin: string): string => {
  const title = head.title.includes(siteName) ? head.title : `${head.title} · ${siteName}`
  const address = origin + (head.canonical ?? path)
  const reported: readonly (readonly [name: 'name' | 'property', key: string, value: string])[] = [
    ['name', 'description', head.description],
    ...(head.noIndex ? ([['name', 'robots', 'noindex']] as const) : []),
    ['property', 'og:site_name', siteName],
    ['property', 'og:type', head.type ?? 'website'],
    ['property', 'og:title', head.title],
    ['property', 'og:description', head.description],
    ['property', 'og:url', address],
    ['property', 'og:image', origin + (head.image ?? usualCard)],
    ['property', 'og:image:width', String(cardWidth)],
    ['property', 'og:image:height', String(cardHeight)],
    ['name', 'twitter:card', 'summary_large_image'],
  ]
  return [
    `<title>${inText(title)}</title>`,
    ...reported.map(([name, key, value]) => `<meta ${name}="${key}" content="${inText(value)}">`),
    ...(head.noIndex ? [] : [`<link rel="canonical" href="${inText(address)}">`]),
    `<link rel="alternate" type="application/rss+xml" title="${siteName}" href="/blog/rss.xml">`,
    ...(head.jsonLd ?? []).map(
      (object) => `<script type="application/ld+json">${inScript(withOrigin(object, origin))}</script>`,
    ),
  ].join('')
}

const addresses = new Set(['url', 'item', 'image', 'logo', 'mainEntityOfPage'])

// Who reads it takes an address as it stands, wherever the page was.
const withOrigin = (reported: object, origin: string): object =>
  JSON.parse(
    JSON.stringify(reported, (key, value: unknown) =>
      addresses.has(key) && typeof value === 'string' && value.startsWith('/') ? origin + value : value,
    ),
  )

/** JSON that may stand inside a script element: it cannot end it. */
export const inScript = (value: unknown): string =>
  (JSON.stringify(value) ?? '')
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

const inText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
