// The pages of the devices of a building, and of the programs that speak for them.
import { destination, type Page, menu, page, task } from '../page.ts'

export const pages: readonly Page[] = [
  page('/settings/integrations/*', 'manage_integrations', [
    menu('management', 85, 'Integrations', 'key'),
    destination(
      'Integrations',
      'API keys, devices, and messages that were rejected',
      'api key mqtt http ingest quarantine discovery register gateway',
    ),
    task('Create an API key', 'For a program that posts messages of devices', 'new token secret http ingest', {
      to: '/settings/integrations/api-keys?key=new',
    }),
    task(
      'Add a device',
      'A gas detector, people counter, camera, intercom or door',
      'new register sensor detector counter mqtt connect',
      { to: '/settings/integrations/devices?add=new' },
    ),
    destination(
      'Modbus and BACnet',
      'Devices that this server polls, and their connections',
      'polled transmitter gas',
      {
        to: '/settings/integrations/polled',
      },
    ),
    task(
      'Register a Modbus or BACnet device',
      'A gas transmitter that is polled, with its register map',
      'new add transmitter tcp rtu connect try',
      { to: '/settings/integrations/polled?polled=new' },
    ),
    destination(
      'Gateways',
      'What carries many devices to the broker',
      'mqtt broker zigbee2mqtt home assistant bridge',
      {
        to: '/settings/integrations/gateways',
      },
    ),
    task('Add a gateway', 'For the devices of another protocol', 'new mqtt broker zigbee2mqtt home assistant bridge', {
      to: '/settings/integrations/gateways?add=new',
    }),
    destination(
      'Rejected messages',
      'What devices sent that could not be read, and why',
      'quarantine malformed replay unknown device',
      { to: '/settings/integrations/rejected' },
    ),
  ]),
]
