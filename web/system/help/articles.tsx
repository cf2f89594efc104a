// The pages of help as parts of a page, each fetched when it is opened.
import { type HelpNode, helpPages } from '@gatehouse/contract/system/help'
import { createElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import { articles } from 'virtual:help/articles'
import { later } from '../../ui/feedback/later.tsx'
import prose from '../../ui/primitives/prose.module.css'

/** What is on a page of help; needs a `Suspense` around it. */
export const Article = ({ name }: { readonly name: string }): ReactNode => drawnOf.get(name)

const drawnOf: ReadonlyMap<string, ReactNode> = new Map(
  helpPages.flatMap(({ name }) => {
    const load = articles[name]
    if (!load) return []
    const Fetched = later(async () => articleOf((await load()).nodes))
    return [[name, <Fetched key={name} />]]
  }),
)

const articleOf = (nodes: readonly HelpNode[]) => () => (
  <article className={`${prose['text']} [--link:var(--primary-text)]`}>{nodes.map(drawn)}</article>
)

const drawn = (node: HelpNode, key: number): ReactNode => {
  if (typeof node === 'string') return node
  const [tag, { class: className, tabindex, href, ...attributes }, ...inside] = node
  const children = inside.map(drawn)
  if (href?.startsWith('/'))
    return (
      <Link key={key} to={href}>
        {children}
      </Link>
    )
  const given = {
    ...attributes,
    key,
    ...(href && { href }),
    ...(className && { className }),
    ...(tabindex && { tabIndex: 0 }),
  }
  return children.length > 0 ? createElement(tag, given, children) : createElement(tag, given)
}
