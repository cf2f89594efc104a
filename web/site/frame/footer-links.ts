// What stands at the foot of every public page: where one can go from there, by subject, as addresses and their labels.

export const footerLinks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Gatehouse: {
    '/home': 'What it is',
    '/dashboardtabs': 'Live tour',
    '/about': 'About',
    '/contact': 'Contact',
  },
  Products: {
    '/products': 'All products',
    '/products/safety-automation': 'Safety automation',
    '/products/iot-technologies': 'IoT technologies',
    '/products/smart-things': 'Smart things',
    '/products/system-integration': 'System integration',
  },
  'More products': {
    '/products/enterprise-solutions': 'Enterprise solutions',
    '/products/cybersecurity': 'Cybersecurity',
    '/products/ai-solutions': 'AI solutions',
    '/products/ios-design': 'On iPhone and iPad',
  },
  'Find out more': {
    '/solutions': 'Solutions',
    '/blog': 'Blog',
    '/api/docs': 'API documentation',
    '/company/register': 'Register your company',
  },
}

/** No page that is drawn in the browser: an ordinary link loads what is there. */
export const isDocument = (to: string): boolean => to.startsWith('/api/')
