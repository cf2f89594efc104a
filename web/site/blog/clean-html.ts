// HTML of the server as a part of the page: cleaned once more, and never as text, so that nothing in it can run.
import type { Config } from 'dompurify'

const rules: Config & { RETURN_DOM_FRAGMENT: true } = {
  RETURN_DOM_FRAGMENT: true,
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'audio', 'video'],
  FORBID_ATTR: ['style'],
  SANITIZE_NAMED_PROPS: false,
}

/** What cleans is fetched with the first text: public documents come clean from the server and do without. */
export const cleanHtml = async (html: string): Promise<DocumentFragment> => {
  const { default: purify } = await import('dompurify')
  return purify.sanitize(html, rules)
}
