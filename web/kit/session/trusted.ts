// The one place that vouches for what the browser otherwise refuses to run (Trusted Types): one policy in all, named in
// the server's Content Security Policy.
import { once } from '../data/once.ts'

interface Rules {
  readonly createScriptURL: (path: string) => string
  readonly createHTML: (html: string) => string
}

declare global {
  interface Window {
    /** Not in every browser: then nothing is refused. What it makes stands where a string would. */
    readonly trustedTypes?: { readonly createPolicy: (name: string, rules: Rules) => Rules }
  }
}

const scripts = ['/sw.js']

const rules: Rules = {
  createScriptURL: (path) => {
    if (!scripts.includes(path)) throw new TypeError(`${path} is no script of ours`)
    return path
  },
  createHTML: (html) => html,
}

/** The address of a script of our own that the browser is to run. */
export const scriptUrl = (path: string): string => own().createScriptURL(path)

/** Fills a frame whose sandbox runs no scripts; any other is refused. */
export const fillFrame = (frame: HTMLIFrameElement, html: string): void => {
  if (!frame.hasAttribute('sandbox') || frame.sandbox.contains('allow-scripts'))
    throw new TypeError('What is in this frame could run')
  frame.srcdoc = own().createHTML(html)
}

const own = once((): Rules => window.trustedTypes?.createPolicy('gatehouse', rules) ?? rules)
