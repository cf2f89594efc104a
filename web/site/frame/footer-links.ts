// What stands at the foot of every public page: where one can go from there, by subject.

export interface FooterSection {
  readonly title: string
  readonly links: readonly FooterLink[]
}

export interface FooterLink {
  readonly to: string
  readonly label: string
  /** Not a page of ours that is drawn in the browser: an ordinary link that loads what is there. */
  readonly document?: true
}

export const footerLinks: readonly FooterSection[] = [
  {
    title: 'Gatehouse',
    links: [
      { to: '/home', label: 'What it is' },
      { to: '/dashboardtabs', label: 'Live tour' },
      { to: '/about', label: 'About' },
      { to: '/contact', label: 'Contact' },
    ],
  },
  {
    title: 'Products',
    links: [
      { to: '/products', label: 'All products' },
      { to: '/products/safety-automation', label: 'Safety automation' },
      { to: '/products/iot-technologies', label: 'IoT technologies' },
      { to: '/products/smart-things', label: 'Smart things' },
      { to: '/products/system-integration', label: 'System integration' },
    ],
  },
  {
    title: 'More products',
    links: [
      { to: '/products/enterprise-solutions', label: 'Enterprise solutions' },
      { to: '/products/cybersecurity', label: 'Cybersecurity' },
      { to: '/products/ai-solutions', label: 'AI solutions' },
      { to: '/products/ios-design', label: 'On iPhone and iPad' },
    ],
  },
  {
    title: 'Find out more',
    links: [
      { to: '/solutions', label: 'Solutions' },
      { to: '/blog', label: 'Blog' },
      { to: '/api/docs', label: 'API documentation', document: true },
      { to: '/company/register', label: 'Register your company' },
    ],
  },
]
