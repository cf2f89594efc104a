// The pages of alarms, of how they are raised, of gas, and of people counting.
import { destination, type Page, menu, page, task } from '../page.ts'

export const pages: readonly Page[] = [
  page('/alarm-link'),
  page('/alarms/*', 'acknowledge_alarms', [
    menu('work', 10, 'Alarms', 'warning'),
    destination('Alarms', 'What is wrong and asks for a response', 'acknowledge shelve resolve gas door list'),
    task('Unacknowledged alarms', 'What nobody has acknowledged yet', 'acknowledge open new', {
      to: '/alarms?state=unacknowledged',
    }),
  ]),
  page('/alert-system/*', 'admin_access', [
    menu('administration', 35, 'Alert system', 'warning'),
    destination(
      'Alert system',
      'Rules: what raises an alarm, where, and how urgent it is',
      'alarm set points thresholds',
    ),
    task('Add an alarm rule', 'A condition that raises an alarm, tested against history', 'new rule create', {
      to: '/alert-system?rule=new',
      needs: ['manage_alarms'],
    }),
  ]),
  page('/gas-monitoring/*', 'view_gas_detection', [
    menu('work', 12, 'Gas monitoring', 'chart'),
    destination(
      'Gas monitoring',
      'What every gas channel measures now, the worst first',
      'detectors CO H2S O2 LEL CO2 NO2 SO2 NH3 VOC ppm TWA STEL set points live',
    ),
    task('Compare gas channels', 'Up to eight channels over the same time', 'history chart export', {
      to: '/gas-monitoring/compare',
    }),
    task('Gas report of a shift', 'Each channel over a shift, to be printed', 'print exposure handover paper', {
      to: '/gas-monitoring/shift',
    }),
    destination(
      'Set points',
      'By area, each with its source, and their history',
      'gas limits OSHA NIOSH ACGIH EN 50545',
      {
        to: '/gas-monitoring/set-points',
      },
    ),
    destination(
      'Detectors’ service',
      'What is due at each detector, and the ledger of what was done',
      'gas calibration bump test sensor certificate overdue',
      { to: '/gas-monitoring/detectors' },
    ),
    destination('Cause and effect', 'Which alarm starts which fan, horn or strobe', 'ventilation effects matrix', {
      to: '/gas-monitoring/effects',
    }),
    destination('Actuators', 'Fans, horns, strobes and relays: state, commands, override', 'ventilation relay horn', {
      to: '/gas-monitoring/actuators',
    }),
    destination('Gas exposure of people', 'Who was in a zone while gas was there', 'exposed incident minutes dose', {
      to: '/gas-monitoring/exposure',
      needs: ['view_gas_exposure'],
    }),
  ]),
  page('/people-count/*', 'view_people_count', [
    menu('work', 32, 'People counting', 'people'),
    destination('People counting', 'How many people are where, and the limits', 'occupancy capacity counters footfall'),
    destination('Flow of people', 'In and out by time, busiest hours', 'peaks heat map dwell', {
      to: '/people-count/flow',
    }),
    destination('People counters', 'How well each counts, and corrections', 'accuracy drift', {
      to: '/people-count/counters',
    }),
    destination('Occupancy limits', 'How many people a place may hold', 'capacity area', {
      to: '/people-count/limits',
    }),
    destination('Cleaning by use', 'Zones that are due after so many uses', '', { to: '/people-count/cleaning' }),
    destination('Displays', 'Screens at entrances', 'tv', {
      to: '/people-count/displays',
      needs: ['manage_people_count'],
    }),
  ]),
  page('/display'),
]
