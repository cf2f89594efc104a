// The pages of alarms, and of how they are raised.
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
]
