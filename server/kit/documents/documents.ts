// Public pages as whole documents: rendered ahead with the data that anybody may ask the API for, their styles inside,
// and the scripts they go on with named beforehand.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { headOf, inScript } from './document-head.ts'
import { originOf } from '../http/origin.ts'
import { type BuiltWeb, createRenderer, type PageFiles, type Plan, type Rendered } from './renderer.ts'

export interface Document {
  readonly status: number
  /** The nonce marks what of it may run. */
  readonly html: (nonce: string) => string
}

/** The document at an address; null where the application is to see what is there. */
export type Documents = (request: FastifyRequest) => Promise<Document | null>

type Page = Rendered & { readonly files: PageFiles }

export const createDocuments = (app: FastifyInstance, pages: string, publicUrl: string | undefined): Documents => {
  const built = createRenderer(pages)
  // What is the same to everybody at any time is rendered once for each web that is built.
  const constants = new WeakMap<BuiltWeb, Map<string, Page>>()

  return async (request) => {
    const web = await built()
    if (!web) return null
    const constant = constants.get(web) ?? new Map<string, Page>()
    constants.set(web, constant)
    const { pathname: path, search } = addressIn(request)
    const origin = originOf(request, publicUrl)
    const whole = (status: number, page: Page, data?: unknown): Document => ({
      status,
      html: (nonce) => assemble(web.template, nonce, page, headOf(page.head, path, origin), data),
    })
    const pageOf = async (plan: Plan, data?: unknown): Promise<Page> => ({
      ...(await plan.render(data)),
      files: await web.filesOf(plan.module),
    })
    const nothing = async () => whole(404, await pageOf(web.missing(path, search)))

    const plan = await web.planFor(path, search)
    if (plan === null) return null
    if (plan === undefined) return nothing()
    const stored = search === '' ? constant.get(path) : undefined
    if (stored) return whole(200, stored)
    let data: unknown
    if (plan.ask !== null) {
      const answer = await app.inject({ url: `/api${plan.ask}`, remoteAddress: request.ip })
      if (answer.statusCode === 404) return nothing()
      // The application asks again, and says what is wrong.
      if (answer.statusCode !== 200) return null
      data = answer.json()
    }
    const page = await pageOf(plan, data)
    if (plan.ask === null && search === '') constant.set(path, page)
    return whole(200, page, data)
  }
}

/** What was asked for, with one slash where several or others stand: none of it is another host. */
export const addressIn = ({ url }: FastifyRequest): { readonly pathname: string; readonly search: string } => {
  const { pathname, search } = new URL(`http://here${url}`)
  return { pathname: pathname.replaceAll(/\/{2,}/g, '/'), search }
}

const assemble = (template: string, nonce: string, { html, files }: Page, head: string, data: unknown): string => {
  const text = data === undefined ? '' : inScript(data)
  const { entry, part, scripts } = files
  const pageData = `<script type="application/json" id="page-data" data-entry="${entry}" data-part="${part}" data-scripts="${scripts.join(' ')}">${text}</script>`
  // Named as well, though they are inside: what loads the page in the browser does not ask for them again.
  const styles = files.styles.map(
    ({ file, css }) => `<style>${css}</style><link rel="stylesheet" href="${file}" disabled>`,
  )
  const parts = { head, styles: styles.join(''), page: html, data: pageData }
  // In one pass over the template: nothing of the page can stand for a part of it.
  return template.replaceAll(/\{\{nonce\}\}|<!--(head|styles|page|data)-->/g, (_, name?: keyof typeof parts) =>
    name === undefined ? nonce : parts[name],
  )
}
