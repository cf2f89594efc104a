// The pages of the devices of a building, and of the programs that speak for them.
import type { Page } from '../page.ts'

export const pages: readonly Page[] = [
  {
    path: '/settings/integrations/*',
    permissions: ['manage_integrations'],
    menus: [{ menu: 'management', place: 85, label: 'Integrations', icon: 'key' }],
    destinations: [
      {
        title: 'Integrations',
        about: 'API keys, devices, and messages that were rejected',
        words: 'api key mqtt http ingest quarantine discovery register gateway',
      },
      {
        title: 'Create an API key',
        about: 'For a program that posts messages of devices',
        words: 'new token secret http ingest',
        to: '/settings/integrations/api-keys?key=new',
        begins: true,
      },
      {
        title: 'Add a device',
        about: 'A gas detector, people counter, camera, intercom or door',
        words: 'new register sensor detector counter mqtt connect',
        to: '/settings/integrations/devices?add=new',
        begins: true,
      },
      {
        title: 'Rejected messages',
        about: 'What devices sent that could not be read, and why',
        words: 'quarantine malformed replay unknown device',
        to: '/settings/integrations/rejected',
      },
    ],
  },
]
