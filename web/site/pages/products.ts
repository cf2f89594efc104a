// The eight products by name and in one sentence, in the order in which they are shown.

export interface Product {
  readonly to: string
  readonly name: string
  readonly text: string
}

export const products: readonly Product[] = [
  {
    to: '/products/safety-automation',
    name: 'Safety automation',
    text: 'Gas against its set points, doors that are forced or held open, and a state that never flatters.',
  },
  {
    to: '/products/iot-technologies',
    name: 'IoT technologies',
    text: 'One small wire for every device, acknowledged only once the message is safely stored.',
  },
  {
    to: '/products/smart-things',
    name: 'Smart things',
    text: 'Zigbee2MQTT, Shelly and whatever announces itself to Home Assistant, connected without code.',
  },
  {
    to: '/products/system-integration',
    name: 'System integration',
    text: 'An API whose documentation is made from the code that serves it, and keys that hold one right each.',
  },
  {
    to: '/products/enterprise-solutions',
    name: 'Enterprise solutions',
    text: 'Companies, sites, roles and labels on one installation, and nobody who gives what they do not hold.',
  },
  {
    to: '/products/cybersecurity',
    name: 'Cybersecurity',
    text: 'Promises about identity and access, each with the test that proves it, and a list of what is not promised.',
  },
  {
    to: '/products/ai-solutions',
    name: 'AI solutions',
    text: 'Counting today, and the rules that a forecast has to pass before you see one.',
  },
  {
    to: '/products/ios-design',
    name: 'On iPhone and iPad',
    text: 'The whole product in Safari and on the home screen, made for one hand on patrol.',
  },
]
