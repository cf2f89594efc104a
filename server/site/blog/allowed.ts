// What an article's HTML may be made of, and nothing else: elements, attributes and addresses by name.
import sanitizeHtml from 'sanitize-html'

export const elements: readonly string[] =
  `p h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s a img hr br sup section div
  table thead tbody tr th td`.split(/\s+/)

export const attributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title', 'rel', 'id', 'class', 'aria-label'],
  img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
  h2: ['id'],
  h3: ['id'],
  h4: ['id'],
  h5: ['id'],
  h6: ['id'],
  ol: ['start'],
  li: ['id', 'class'],
  sup: ['class'],
  section: ['class', 'aria-label'],
  div: ['class', 'role', 'aria-label', 'tabindex'],
  th: ['class'],
  td: ['class'],
}

const classes: Record<string, string[]> = {
  a: ['footnote-backref'],
  li: ['footnote-item'],
  sup: ['footnote-ref'],
  section: ['footnotes'],
  div: ['table'],
  th: ['center', 'right'],
  td: ['center', 'right'],
}

/** Web pages, mail addresses, and what lies on this site. */
export const mayLinkTo = (href: string): boolean =>
  /^(?:https?:\/\/[^\s/]\S*|mailto:[^\s:]+@[^\s:]+|\/(?![/\\])\S*|\/|#\S+|\?\S*)$/i.test(href) &&
  !/[\p{Cc}\\]/u.test(href)

export const isOwnPicture = (src: string): boolean => /^\/api\/blog\/pictures\/[0-9a-f-]{36}\/large$/.test(src)

/** Never from the text itself: sections, footnotes and references to them. */
export const isOwnId = (id: string): boolean => /^(?:s-[a-z0-9-]+|fn(?:ref)?\d+(?::\d+)?)$/.test(id)

/**
 * Until nothing changes any more: its parser is not a browser's, and where something was left out, what it had kept
 * apart may stand as a browser would not read it. What comes out is read by everybody in the same way.
 */
export const sanitize = (html: string): string => {
  let before = html
  for (let left = mostPasses; left > 0; left--) {
    const after = sanitizeHtml(before, options)
    if (after === before) return after
    before = after
  }
  return sanitizeHtml(before, { allowedTags: [] })
}

const mostPasses = 10

const options: sanitizeHtml.IOptions = {
  allowedTags: [...elements],
  allowedAttributes: Object.fromEntries(Object.entries(attributes).map(([name, list]) => [name, [...list]])),
  allowedClasses: classes,
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // What is inside of these is never text to read.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'object', 'svg', 'math'],
  enforceHtmlBoundary: false,
  nestingLimit: 120,
  transformTags: {
    '*': (tagName, attribs) => {
      const { id, ...others } = attribs
      return { tagName, attribs: id !== undefined && isOwnId(id) ? attribs : others }
    },
    a: (tagName, { href = '', rel: _rel, ...attribs }) => {
      if (!mayLinkTo(href)) return { tagName, attribs }
      const leaves = /^(?:https?|mailto):/i.test(href)
      return { tagName, attribs: { ...attribs, href, ...(leaves ? { rel: 'noopener noreferrer' } : {}) } }
    },
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPicture(attribs['src'] ?? ''),
}
