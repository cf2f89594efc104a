// The pages of the product about itself.
import { destination, menu, type Page, page } from '../page.ts'
import { helpPages } from './help.ts'

export const pages: readonly Page[] = [
  page('/help/*', 'signed-in', [
    menu('last', 20, 'Help', 'information'),
    destination('Help', 'How to use each page, and how to run Gatehouse', 'manual documentation docs guide support', {
      to: '/help',
    }),
    ...helpPages.map(({ name, title, about, words }) =>
      destination(`Help: ${title}`, about, `${words} help manual documentation how to`, { to: `/help/${name}`, unlisted: true }),
    ),
  ]),
]
