// The pages of alarms, of how they are raised, and of gas.
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
    menu('work', 12, 'Gas monitoring', 'gas'),
    destination(
      'Gas monitoring',
      'What every gas channel measures now, the worst first',
      'detectors CO H2S O2 LEL CO2 NO2 SO2 NH3 VOC ppm TWA STEL set points live',
    ),
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
  ]),
]
