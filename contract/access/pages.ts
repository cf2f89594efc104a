// The pages of doors, of who may open them, and of who comes and goes.
import { destination, type Page, menu, page, task } from '../page.ts'

export const pages: readonly Page[] = [
  page('/doors/*', 'read_doors', [
    menu('first', 15, 'Doors', 'closed'),
    destination('Doors', 'What each door reports, and working it', 'unlock lock hold open list alarm'),
    task('Doors that need attention', 'In alarm, faulty, offline or low on battery', 'forced held tamper battery', {
      to: '/doors?attention=true',
    }),
    destination('Lockdowns', 'Lock many doors at once, and see which did', 'emergency lock down release danger', {
      to: '/doors/lockdowns',
    }),
    destination('Live plan', 'Floors with every device and its state', 'floor map doors cameras gas where', {
      to: '/doors/plan',
    }),
    task('Start a lockdown', 'Choose a scenario, then hold to confirm', 'lock down all doors emergency', {
      to: '/doors/lockdowns',
      needs: ['trigger_lockdown'],
    }),
  ]),
  page('/entry-exit/report/*', 'read_entry_exit_report', [
    menu('first', 20, 'Entry and exit', 'entry'),
    destination(
      'Unmatched entries and exits',
      'Who came in without leaving, or is inside for long',
      'correct correction queue forgotten badge',
      { to: '/entry-exit/report/unmatched' },
    ),
    destination('Entry and exit', 'Who came and went', 'log report access'),
  ]),
  page('/entry-exit/dashboard', 'read_entry_exit_dashboard', [
    menu('work', 30, 'Occupancy', 'people'),
    destination('Occupancy', 'Who is in the building, today by hour and door', 'inside people traffic entry exit live'),
  ]),
  page('/entry-exit/dashboard/muster/*', 'read_entry_exit_dashboard', [
    menu('work', 40, 'Muster', 'person'),
    destination(
      'Muster',
      'Who is inside, and roll-calls of them',
      'roll-call evacuation emergency fire drill assembly safe',
    ),
    task(
      'Start a drill',
      'A roll-call of everybody inside, or of some zones',
      'muster evacuation fire emergency mark safe',
      { to: '/entry-exit/dashboard/muster?start=new', needs: ['manage_muster'] },
    ),
  ]),
  page('/visitors/*', 'read_doors', [
    menu('work', 35, 'Visitors', 'person', { needs: ['operate_doors'] }),
    menu('first', 11, 'Visitors', 'person', { needs: ['manage_visitors'], unless: 'operate_doors' }),
    destination(
      'Visitors',
      'Who is expected and who is on site, and their passes',
      'guests visitor passes qr code reception front desk check in out host',
      { needs: ['manage_visitors'] },
    ),
    destination('Visitors', 'Who is expected and who is on site', 'guests visitor passes front desk', {
      needs: ['operate_doors'],
      unless: 'manage_visitors',
    }),
    task('Issue a visitor pass', 'A code that opens doors for a visitor, for a time', 'new visitor guest qr invite', {
      to: '/visitors?pass=new',
      needs: ['manage_visitors'],
    }),
    task('Check in a visitor', 'Somebody who is expected today has arrived', 'arrived visitor guest reception', {
      to: '/visitors?state=expected',
      needs: ['manage_visitors'],
    }),
  ]),
  page('/log-details/:id', 'read_log_details'),
]

/** Where doors are set up, and who may open them. */
export const setUp: readonly Page[] = [
  page('/door-management/*', 'manage_doors', [
    menu('management', 50, 'Door management', 'closed'),
    destination(
      'Schedules',
      'When doors stand unlocked, and holidays',
      'calendar hours opening week exceptions first person in',
      { to: '/door-management/schedules' },
    ),
    destination('Lockdown scenarios', 'Which doors a lockdown locks, who may begin and end it', 'emergency prepare', {
      to: '/door-management/lockdowns',
    }),
    destination('Access levels', 'Which doors open for whom, and when', 'rights groups people schedule who may open', {
      to: '/door-management/access-levels',
    }),
    destination(
      'People at doors',
      'Cards, PINs and phones, and what they open',
      'credentials card pin mobile import export lost suspended escort',
      { to: '/door-management/people' },
    ),
    destination(
      'Access checks',
      'Who can open a door, what a person can open, why somebody was denied',
      'why denied who may open what would happen anti-passback lists decide',
      { to: '/door-management/questions' },
    ),
    destination(
      'Door management',
      'Doors, where they are, and who may open them when',
      'set up configure plan groups places access',
    ),
    destination('Plans', 'Draw floors, and put devices on them', 'floor plan upload picture pdf svg arrange place', {
      to: '/door-management/plan',
    }),
    destination('Groups of doors', 'Doors under one name', 'door groups sets schedules lockdowns', {
      to: '/door-management/groups',
    }),
    destination('Places', 'Sites, floors and zones', 'site building floor zone room time zone', {
      to: '/door-management/places',
      needs: ['manage_sites'],
    }),
    task('Give access', 'Levels and groups of a person', 'access rights person card level let in', {
      to: '/door-management/people',
    }),
    task('Add a schedule', 'Weekly hours for doors and access', 'new schedule create', {
      to: '/door-management/schedules?edit=new',
    }),
    task(
      'Find out why somebody was denied',
      'The reason in plain words, and whether it would be so now',
      'refused kept out not let in reason',
      { to: '/door-management/questions?ask=why' },
    ),
    task('Find out who can open a door', 'By which level, when, and since when', 'access rights people', {
      to: '/door-management/questions?ask=who',
    }),
    task('Add an access level', 'Doors that open for those who are given it', 'new level create rights', {
      to: '/door-management/access-levels?level=new',
    }),
    task(
      'Add a door',
      'Take a door in, and connect its controller',
      'new door connect controller shelly zigbee mqtt first',
      { to: '/door-management/doors?do=add' },
    ),
    task('Add a site', 'A building or a campus', 'new site building', {
      to: '/door-management/places?place=new-site',
      needs: ['manage_sites'],
    }),
    task('Add a group of doors', 'Under one name', 'new group', { to: '/door-management/groups?group=new' }),
  ]),
]
