// The help inside the product: which page of docs/ is about which pages. No I/O here.

export interface HelpPage {
  /** Of its file in docs/, without its ending, and of its address below /help. */
  readonly name: string
  readonly title: string
  readonly about: string
  /** Other words that people look for it by. */
  readonly words: string
  /** The pages it is about, by their paths in the contract. */
  readonly paths: readonly string[]
}

/** Text, or an element: its name, its attributes, and what is in it. No HTML: the policy of pages lets no script assign it. */
export type HelpNode = string | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...HelpNode[]]

/** What stands between two headings, as plain text. */
export interface HelpSection {
  readonly page: string
  readonly heading: string
  readonly anchor: string
  readonly text: string
}

/** In the order in which help lists them: first what everybody needs, last what those who run the installation need. */
export const helpPages: readonly HelpPage[] = [
  {
    name: 'getting-around',
    title: 'Getting around',
    about: 'The bar, all pages, search, keys, and what states look like',
    words: 'first steps navigation menu dashboard shortcuts colours stale offline',
    paths: ['/dashboard', '/desk', '/setup'],
  },
  {
    name: 'account',
    title: 'Your account',
    about: 'Profile, password, two-factor authentication, sessions and your own activity',
    words: 'picture 2fa passkey sign out theme data export',
    paths: ['/profile', '/settings/account', '/activity/*'],
  },
  {
    name: 'notifications',
    title: 'Notifications',
    about: 'What is sent in the product, by mail and by push, and quiet hours',
    words: 'bell e-mail summary digest receipts',
    paths: ['/notifications', '/notifications/:id'],
  },
  {
    name: 'doors',
    title: 'Doors',
    about: 'States, alarms, unlocking, keeping unlocked and lockdowns',
    words: 'forced held open acknowledge lock plan',
    paths: ['/doors/*'],
  },
  {
    name: 'alarms',
    title: 'Alarms',
    about: 'Acknowledging, shelving and resolving alarms, and the rules that raise them',
    words: 'gas set points escalation on call mute forced offline battery flood',
    paths: ['/alarms/*', '/alert-system/*'],
  },
  {
    name: 'gas',
    title: 'Gas detection',
    about: 'Readings and their quality, averages, set points, service of detectors, actuators',
    words: 'ppm TWA STEL calibration bump test sensor fan ventilation',
    paths: ['/gas-monitoring/*'],
  },
  {
    name: 'occupancy',
    title: 'People counting',
    about: 'Occupancy and its range, counters, corrections, limits, displays and cleaning by use',
    words: 'people count counter capacity limit drift anchor footfall flow display',
    paths: ['/people-count/*'],
  },
  {
    name: 'entry-exit',
    title: 'Entry and exit',
    about: 'The log, logging by hand, corrections, occupancy and exports',
    words: 'who is inside report unmatched csv pdf',
    paths: ['/entry-exit/report/*', '/entry-exit/dashboard', '/log-details/:id'],
  },
  {
    name: 'muster',
    title: 'Muster',
    about: 'Roll-calls, and what their list proves',
    words: 'evacuation fire drill safe assembly point',
    paths: ['/entry-exit/dashboard/muster/*'],
  },
  {
    name: 'access',
    title: 'Access',
    about: 'Access levels, credentials, and why somebody was denied',
    words: 'cards pin schedules anti-passback who can open',
    paths: ['/door-management/*'],
  },
  {
    name: 'visitors',
    title: 'Visitors',
    about: 'Passes, checking in and out, and who is expected today',
    words: 'reception guests front desk host qr code',
    paths: ['/visitors/*'],
  },
  {
    name: 'first-door',
    title: 'Your first door',
    about: 'From a controller in its box to a door that is unlocked from the screen',
    words: 'add connect shelly zigbee set up',
    paths: [],
  },
  {
    name: 'people',
    title: 'People, roles and companies',
    about: 'Staff, accounts, invitations, roles, labels and the company',
    words: 'users invite permissions suspend security policy tenants',
    paths: [
      '/staff',
      '/staff/:email',
      '/user-management',
      '/users/*',
      '/assign-role',
      '/roles',
      '/labels',
      '/settings/security',
      '/companies',
      '/companydetails',
      '/company/details',
      '/company/:name',
      '/contact-messages',
    ],
  },
  {
    name: 'events',
    title: 'Events and logs',
    about: 'The event stream, incident timelines, and the logs of the installation',
    words: 'live tail incident sign-ins system health deliveries',
    paths: ['/events/*', '/logs/*'],
  },
  {
    name: 'record',
    title: 'The activity log',
    about: 'What is on record, and how to prove that nothing of it was changed',
    words: 'audit verify hash chain checkpoint',
    paths: ['/activity-logs/*'],
  },
  {
    name: 'writing',
    title: 'Writing articles',
    about: 'Drafts, pictures, revisions, publishing and schedules of the blog',
    words: 'blog markdown editor cover',
    paths: ['/blog/create', '/blog/edit/:id'],
  },
  {
    name: 'devices',
    title: 'Devices',
    about: 'Connecting doors, detectors, counters, cameras and intercoms',
    words: 'mqtt http api key zigbee2mqtt shelly home assistant rejected messages',
    paths: ['/settings/integrations/*'],
  },
  {
    name: 'polled-devices',
    title: 'Modbus and BACnet',
    about: 'Gas transmitters that the server asks: connecting them, and what goes wrong',
    words: 'modbus tcp rtu bacnet who-is find discover register map transmitter poll 4-20 ma exception word order',
    paths: [],
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    about: 'Sending events to other systems, signed',
    words: 'integration http callback signature retry',
    paths: ['/settings/webhooks'],
  },
  {
    name: 'search',
    title: 'Search',
    about: 'What is found, by whom, and in which order',
    words: 'palette ctrl k slips typos',
    paths: [],
  },
  {
    name: 'operators',
    title: 'Running Gatehouse',
    about: 'Settings, backups, updates and monitoring of an installation',
    words: 'environment port database backup restore metrics',
    paths: [],
  },
  {
    name: 'mail',
    title: 'Mail',
    about: 'Sending mail, and the local mailbox',
    words: 'smtp letters delivery',
    paths: [],
  },
  {
    name: 'sign-in-with-google-and-github',
    title: 'Sign-in with Google and GitHub',
    about: 'Setting up sign-in through other providers',
    words: 'oauth openid social login client id',
    paths: [],
  },
  {
    name: 'security',
    title: 'Security',
    about: 'What is protected how, and what an operator decides',
    words: 'passwords sessions encryption limits threats',
    paths: [],
  },
  {
    name: 'simulator',
    title: 'The simulator',
    about: 'A building that does not exist, with scenarios to try',
    words: 'demo gas leak forced door drill',
    paths: [],
  },
]
