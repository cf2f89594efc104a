// What is said of the site's own pages to search engines, in the words of schema.org. Addresses count from the page.
// They read it out of the document: the server alone writes it, and the scripts of the pages do without.
import type { Head } from '../../kit/public-page.ts'

interface StatedHead extends Head {
  /** From the page below the home page to itself. */
  readonly trail?: readonly { readonly to: string; readonly name: string }[]
}

const context = 'https://schema.org'

export const headOf = ({ trail, ...head }: StatedHead): Head =>
  import.meta.env.SSR
    ? {
        ...head,
        jsonLd: [...(head.jsonLd ?? []), ...(trail ? [breadcrumbs([{ to: '/', name: 'Gatehouse' }, ...trail])] : [])],
      }
    : head

export const organisation: object = import.meta.env.SSR
  ? {
      '@context': context,
      '@type': 'Organization',
      name: 'Gatehouse',
      url: '/',
      logo: '/favicon.svg',
      contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', url: '/contact' },
    }
  : {}

export const software: object = import.meta.env.SSR
  ? {
      '@context': context,
      '@type': 'SoftwareApplication',
      name: 'Gatehouse',
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Linux, Windows',
      description: 'The self-hosted platform that security and facility teams run a building on.',
      license: 'https://opensource.org/license/mit',
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'EUR' },
    }
  : {}

const breadcrumbs = (trail: readonly { readonly to: string; readonly name: string }[]) => ({
  '@context': context,
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(({ to, name }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: to,
  })),
})
