// The pages of the installation itself, and of help.
import { destination, menu, type Page, page } from '../page.ts'
import { helpPages } from './help.ts'

export const pages: readonly Page[] = [
  page('/setup', 'admin_access', [
    menu('administration', 90, 'Set-up checklist', 'check'),
    destination(
      'Set-up checklist',
      'First steps: site, device, people, access, test, mail',
      'begin start first help onboarding test mail',
    ),
  ]),
  page('/help/*', 'signed-in', [
    menu('last', 20, 'Help', 'information'),
    destination('Help', 'How to use each page, and how to run Gatehouse', 'manual documentation docs guide support'),
    ...helpPages.map(({ name, title, about, words }) =>
      destination(`Help: ${title}`, about, `${words} help manual documentation how to`, {
        to: `/help/${name}`,
        unlisted: true,
      }),
    ),
  ]),
]
