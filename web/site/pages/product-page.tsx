// The page of one product: where it stands, its own sections, what runs of it today, and the ways on.
import type { ReactNode } from 'react'
import type { Head } from '../../kit/public-page.ts'
import { headOf } from '../frame/page-head.ts'
import { PublicFrame } from '../frame/public-frame.tsx'
import { Closing } from '../sections/closing.tsx'
import { Hero } from '../sections/hero.tsx'
import { type Claims, Standing } from '../sections/standing.tsx'

interface ProductPageProps {
  readonly title: string
  readonly lead: string
  /** Beside the words of its head. */
  readonly aside: ReactNode
  /** The ways on from its head. */
  readonly ways: ReactNode
  readonly runs: Claims
  readonly notYet: Claims
  readonly closing?: ReactNode
  readonly children: ReactNode
}

export const ProductPage = ({ ways, runs, notYet, closing, children, ...hero }: ProductPageProps) => (
  <PublicFrame>
    <Hero above={above} {...hero}>
      {ways}
    </Hero>
    {children}
    <Standing runs={runs} notYet={notYet} />
    {closing ?? <Closing topic="product" />}
  </PublicFrame>
)

/** What is said of a product's page: its title and description for search engines, its own name and address. */
export const productHead = (title: string, description: string, name: string, to: string): Head =>
  headOf({
    title,
    description,
    trail: [
      { to: above.to, name: above.label },
      { to, name },
    ],
  })

const above = { to: '/products', label: 'Products' }
